/** The forms in which a report is handed out. */
export const REPORT_FORMATS = ["json", "csv", "html"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
