import busboy from "busboy";
import type { Manifest } from "@/lib/domain/records";
import { AppError } from "@/lib/errors";
import { readManifest } from "@/lib/importers/manifests/read-manifest";
import { visibleText } from "@/lib/importers/visible-text";

const OPTION_PREFIX = "option.";
const MAX_OPTION_LENGTH = 1024;
const MAX_FIELDS = 50;
/** Largest manifest of a form. */
export const MAX_MANIFEST_BYTES = 2 ** 20;

/** What a form says beside its files. */
export type FormFields = {
  /** `option.<id>`: answers to what a format leaves open. */
  options: Record<string, string>;
  /** `replace` is `true`: it may take the place of the campaign of the same file or key. */
  replace: boolean;
  /** `keepSource` is `false`: the source's own bytes are not kept. */
  keepSource: boolean;
  /** `manifest`: JSON of the roles of tools; null where none was given. */
  manifest: Manifest | null;
};

export type FormField = { value: string; isCut: boolean };

/** @throws AppError invalid_input: it is no multipart form */
export function openForm(contentType: string | null, limits: { files: number }) {
  if (contentType?.startsWith("multipart/form-data") !== true)
    throw new AppError("invalid_input", "An upload has to be a form (multipart/form-data).");
  try {
    return busboy({
      headers: { "content-type": contentType },
      preservePath: true,
      defParamCharset: "utf8",
      // The parser cuts a field that reaches this size, not only one beyond it.
      limits: { files: limits.files, fields: MAX_FIELDS, fieldSize: MAX_MANIFEST_BYTES + 1 },
    });
  } catch (cause) {
    throw new AppError("invalid_input", "The upload is not a form that can be read.", { cause });
  }
}

/**
 * The fields of a form, the last one of a name; others than those of `FormFields` are ignored.
 *
 * @throws AppError invalid_input, too_large: a sentence about the field that cannot be taken
 */
export function readFields(given: readonly (readonly [string, FormField])[]): FormFields {
  const options: [string, string][] = [];
  const fields: Omit<FormFields, "options"> = { replace: false, keepSource: true, manifest: null };
  for (const [name, field] of given) {
    const { value } = field;
    if (name === "replace") fields.replace = value === "true";
    if (name === "keepSource") fields.keepSource = value !== "false";
    if (name === "manifest") fields.manifest = manifestOf(field);
    if (name.startsWith(OPTION_PREFIX)) {
      const id = name.slice(OPTION_PREFIX.length);
      if (value.length > MAX_OPTION_LENGTH) throw tooLong(id);
      options.push([id, value]);
    }
  }
  return { options: Object.fromEntries(options), ...fields };
}

function manifestOf({ value, isCut }: FormField): Manifest | null {
  if (value.trim() === "") return null;
  const bytes = Buffer.from(value);
  if (isCut || bytes.length > MAX_MANIFEST_BYTES)
    throw new AppError(
      "too_large",
      `The manifest is larger than ${MAX_MANIFEST_BYTES / 2 ** 20} MiB.`,
    );
  const read = readManifest(bytes, "manifest");
  if ("manifest" in read) return read.manifest;
  throw new AppError("invalid_input", `The manifest cannot be taken: ${read.issue.message}`);
}

function tooLong(id: string): AppError {
  return new AppError(
    "too_large",
    `The answer to the option ${visibleText(id, 60)} is longer than ${MAX_OPTION_LENGTH} characters.`,
  );
}

export function brokenOff(cause: unknown): AppError {
  return new AppError("invalid_input", "The upload broke off before it was complete.", { cause });
}
