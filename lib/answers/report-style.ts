/** The style of a report's file: ink on paper, thin lines, tables that keep their rows whole on paper. */
export const REPORT_STYLE = `
:root{color-scheme:light}
body{margin:0 auto;max-width:1000px;padding:24px;color:#1b1e24;background:#fff;font:14px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:22px;line-height:1.25;margin:0;overflow-wrap:anywhere}
h2{font-size:16px;margin:28px 0 6px;border-bottom:1px solid #e6e3dc;padding-bottom:3px;overflow-wrap:anywhere}
p{margin:6px 0;max-width:820px}
.made{color:#565d69;font-size:12.5px}
dl{margin:6px 0;max-width:820px}
dl div{display:flex;gap:12px;justify-content:space-between;border-bottom:1px solid #f1efe9;padding:2px 0}
dt{color:#565d69}
dd{margin:0;text-align:right;overflow-wrap:anywhere;min-width:0}
table{border-collapse:collapse;width:100%;margin:10px 0 16px;font-size:12.5px}
caption{text-align:left;color:#565d69;font-size:12px;padding-bottom:3px}
th,td{text-align:left;vertical-align:top;padding:4px 8px 4px 0;border-bottom:1px solid #f1efe9;overflow-wrap:anywhere}
thead th{overflow-wrap:normal;border-bottom:1px solid #8b8f98;font-weight:600}
tbody th{font-weight:400}
.num{text-align:right;white-space:nowrap}
caption{break-after:avoid}
@media (max-width:600px){body{padding:12px}table{display:block;overflow-x:auto}}
@media print{
body{max-width:none;padding:0;font-size:10pt}
table{font-size:8.5pt}
h2{break-after:avoid}
tr,dl div,li{break-inside:avoid}
thead{display:table-header-group;break-after:avoid}
tbody tr:first-child{break-before:avoid}
}
@page{margin:18mm 14mm 16mm;
@top-left{font:8pt system-ui,sans-serif;color:#565d69}
@top-right{font:8pt system-ui,sans-serif;color:#565d69}
@bottom-right{font:8pt system-ui,sans-serif;color:#565d69;content:"Page " counter(page) " of " counter(pages)}}
`;
