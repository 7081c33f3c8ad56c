import { createPublicKey, hash, sign, verify, type KeyObject } from "node:crypto";
import { hex } from "./hex";
import type { TreeHead } from "./proof";

/**
 * The head of the log as others keep it: a checkpoint of C2SP tlog-checkpoint in a signed note of C2SP
 * signed-note, with Ed25519. Both say what stands on each line.
 */
export type Checkpoint = TreeHead & {
  origin: string;
  /** The last entry of the audit log then, in a line behind the root. Null: it says nothing of that log. */
  audit: AuditHead | null;
};

/** An entry of the audit log with its hash, hexadecimal, which is over all that stands before it. */
export type AuditHead = { id: number; hash: string };

/** The same with the words for the checkpoint that says it. */
export type SignedAuditHead = AuditHead & { where: string };

/** A signed head of the log as pages, reports and the API show it; the root is hexadecimal. */
export type ShownCheckpoint = { size: number; root: string; note: string; publicKey: string };

export type SignedNote = {
  /** What is signed, its line break at the end included. */
  body: string;
  signatures: { name: string; keyId: string; signature: Uint8Array }[];
};

/** A public key with the name that it signs by. */
export type Verifier = { name: string; publicKey: KeyObject };
export type Signer = Verifier & { privateKey: KeyObject };

const ED25519 = 0x01;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
/** The head of an Ed25519 key in SPKI (RFC 8410, 4); the 32 bytes of the key follow. */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const MAX_NOTE = 100_000;
const AUDIT_LINE = /^audit ([1-9]\d{0,14}) ([0-9a-f]{64})$/;

export function checkpointBody({ origin, size, root, audit }: Checkpoint): string {
  const more = audit === null ? "" : `audit ${audit.id} ${audit.hash}\n`;
  return `${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n${more}`;
}

/** Null for what is no checkpoint; lines after the root belong to whoever wrote it, and one of them is ours. */
export function readCheckpointBody(body: string): Checkpoint | null {
  const [origin = "", size = "", root = "", ...rest] = body.split("\n");
  if (origin === "" || !/^(0|[1-9]\d{0,9})$/.test(size) || rest.length === 0) return null;
  const bytes = Buffer.from(root, "base64");
  if (bytes.length !== KEY_BYTES || bytes.toString("base64") !== root) return null;
  const [, id, digest] = rest.map((line) => AUDIT_LINE.exec(line)).find(Boolean) ?? [];
  const audit = id === undefined || digest === undefined ? null : { id: Number(id), hash: digest };
  return { origin, size: Number(size), root: bytes, audit };
}

/** Null for a note that is no checkpoint. */
export function shownCheckpoint(stored: {
  note: string;
  publicKey: string;
}): ShownCheckpoint | null {
  const { note, publicKey } = stored;
  const head = readCheckpointBody(readNote(note)?.body ?? "");
  if (head === null) return null;
  return { size: head.size, root: hex(head.root), note, publicKey };
}

/** The note: the body, an empty line, and one line for the signature. */
export function signNote(body: string, signer: Signer): string {
  const signature = sign(null, Buffer.from(body), signer.privateKey);
  const line = Buffer.concat([Buffer.from(keyId(signer), "hex"), signature]).toString("base64");
  return `${body}\n\u2014 ${signer.name} ${line}\n`;
}

/** Null for what is no signed note. */
export function readNote(text: string): SignedNote | null {
  const at = text.lastIndexOf("\n\n");
  if (at < 1 || text.length > MAX_NOTE || !text.endsWith("\n")) return null;
  const body = text.slice(0, at + 1);
  const signatures = [];
  for (const line of text.slice(at + 2, -1).split("\n")) {
    const [, name, base64] = /^\u2014 (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    if (name === undefined || base64 === undefined) return null;
    const bytes = Buffer.from(base64, "base64");
    // The last digit has bits that say nothing: one text a signature, so that no altered one passes.
    if (bytes.length <= KEY_ID_BYTES || bytes.toString("base64") !== base64) return null;
    const id = bytes.toString("hex", 0, KEY_ID_BYTES);
    signatures.push({ name, keyId: id, signature: bytes.subarray(KEY_ID_BYTES) });
  }
  return { body, signatures };
}

/** Whether one of the signatures is this key's and good; others are of no concern (signed-note). */
export function isSignedBy({ body, signatures }: SignedNote, verifier: Verifier): boolean {
  const id = keyId(verifier);
  return signatures.some(
    ({ name, keyId: of, signature }) =>
      name === verifier.name &&
      of === id &&
      signature.length === SIGNATURE_BYTES &&
      verify(null, Buffer.from(body), verifier.publicKey, signature),
  );
}

/** Eight hexadecimal digits by which signatures name their key. */
export function keyId(verifier: Verifier): string {
  const key = Buffer.concat([
    Buffer.from(`${verifier.name}\n`),
    Buffer.of(ED25519),
    rawKey(verifier),
  ]);
  return hash("sha256", key, "buffer").toString("hex", 0, KEY_ID_BYTES);
}

/** The public key as people pass it on: name, id and key (signed-note, "verifier keys"). */
export function verifierKey(verifier: Verifier): string {
  const key = Buffer.concat([Buffer.of(ED25519), rawKey(verifier)]).toString("base64");
  return `${verifier.name}+${keyId(verifier)}+${key}`;
}

/** Null for what is no such key, or one whose id is not its own. */
export function readVerifierKey(text: string): Verifier | null {
  const [, name = "", id = "", base64 = ""] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length !== 1 + KEY_BYTES || bytes[0] !== ED25519) return null;
  if (bytes.toString("base64") !== base64) return null;
  const der = Buffer.concat([SPKI, bytes.subarray(1)]);
  const verifier = { name, publicKey: createPublicKey({ key: der, format: "der", type: "spki" }) };
  return keyId(verifier) === id ? verifier : null;
}

function rawKey({ publicKey }: Verifier): Buffer {
  return publicKey.export({ format: "der", type: "spki" }).subarray(SPKI.length);
}
