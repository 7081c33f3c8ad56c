#!/usr/bin/env node
// Checks a proof that Aftermath exported, offline, with nothing but Node's own SHA-256 and Ed25519.
//
//   node verify.mjs proof.json [record.json] [--key name+id+key] [--checkpoint kept.txt]
//
// record.json: the episode's record as it was downloaded. --key: whose signature counts; without it the
// proof's own key is taken, which shows that the proof is of one piece and not whose it is. --checkpoint: one
// that you kept; the proof has to be for it. Exit 0: everything holds, 1: something does not, 2: an error.
// Tree: RFC 6962 (leaf 0x00, node 0x01, SHA-256). Checkpoint: C2SP tlog-checkpoint and signed-note.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

/** @typedef {{ index: number, size: number, path: string[] }} Inclusion */
/** @typedef {{ header: string, inclusion: Inclusion }} Episode */
/** @typedef {{ format: string, episode: Episode | null, manifest: string, entry: string, log: Inclusion,
 *   checkpoint: string | null, publicKey: string | null }} Proof */
/** @typedef {{ [name: string]: string | number | undefined }} Facts */
/** @typedef {{ record: Buffer | null, key: string | null, kept: string | null }} Given */

const sha256 = (/** @type {(string | Uint8Array)[]} */ ...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const leafOf = (/** @type {string} */ text) => sha256(Buffer.of(0), text);
const nodeOf = (/** @type {Buffer} */ left, /** @type {Buffer} */ right) =>
  sha256(Buffer.of(1), left, right);
const hex = (/** @type {unknown} */ text) => Buffer.from(String(text), "hex");
/** @param {unknown} value @returns {value is Facts} */
const isFacts = (value) => typeof value === "object" && value !== null;
/** @param {unknown} value @returns {value is Proof} */
const isProof = (value) => isFacts(value) && value["format"] === "aftermath-proof/1";

/** @param {string} text */
function factsOf(text) {
  /** @type {unknown} */
  const value = JSON.parse(text);
  if (!isFacts(value)) throw new Error("a part of it is no object");
  return value;
}

/** RFC 9162, 2.1.3.2. @param {Buffer} leaf @param {Inclusion} at @param {Buffer} root */
function isIncluded(leaf, { index, size, path }, root) {
  const isPlace = Number.isInteger(index) && Number.isInteger(size) && index >= 0 && index < size;
  if (!isPlace || size >= 2 ** 31) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const sibling of path.map(hex)) {
    if (last === 0 || sibling.length !== 32) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeOf(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1];
    } else hash = nodeOf(hash, sibling);
    [at, last] = [at >> 1, last >> 1];
  }
  return last === 0 && hash.equals(root);
}

/** The text, an empty line, and lines "— name base64(key id, signature)". @param {string} text */
function readNote(text) {
  const at = text.lastIndexOf("\n\n");
  const body = text.slice(0, at + 1);
  const [origin, size, root] = body.split("\n");
  const signatures = [...text.slice(at + 2).matchAll(/^\u2014 (\S+) (\S+)$/gm)].map(
    ([, name, base64]) => ({ name, bytes: Buffer.from(base64 ?? "", "base64") }),
  );
  return { body, origin, size: Number(size), root: Buffer.from(root ?? "", "base64"), signatures };
}

/** @param {ReturnType<typeof readNote>} note @param {string} key */
function isSigned({ body, signatures }, key) {
  const [, name, id = "", base64 = ""] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(key) ?? [];
  const bytes = Buffer.from(base64, "base64");
  const isOwn = sha256(`${name}\n`, bytes).toString("hex", 0, 4) === id;
  if (name === undefined || !isOwn || bytes.length !== 33 || bytes[0] !== 1) return false;
  // The head of an Ed25519 key (RFC 8410), and the key.
  const der = Buffer.concat([hex("302a300506032b6570032100"), bytes.subarray(1)]);
  const publicKey = createPublicKey({ key: der, format: "der", type: "spki" });
  return signatures.some(
    (one) =>
      one.name === name &&
      one.bytes.toString("hex", 0, 4) === id &&
      verify(null, Buffer.from(body), publicKey, one.bytes.subarray(4)),
  );
}

/** @param {Proof} proof @param {Given} given */
function check(proof, { record, key, kept }) {
  const [manifest, entry] = [factsOf(proof.manifest), factsOf(proof.entry)];
  /** @type {[holds: boolean, words: string][]} */
  const said = [];
  if (proof.episode !== null) {
    const { header, inclusion } = proof.episode;
    const episode = factsOf(header);
    const isPlaced = episode["seq"] === inclusion.index + 1;
    const isOfTree = inclusion.size === manifest["episodes"];
    const isIn = isIncluded(leafOf(header), inclusion, hex(manifest["root"]));
    said.push([
      isPlaced && isOfTree && isIn,
      `episode ${episode["seq"]} is in the campaign's tree`,
    ]);
    const isOfIt = episode["campaign"] === manifest["campaign"];
    said.push([isOfIt, "it is an episode of the campaign of the manifest"]);
    if (record !== null) {
      const isOf = sha256(record).equals(hex(episode["record"]));
      said.push([isOf, "the record's bytes are those that were sealed"]);
    }
  } else if (record !== null) said.push([false, "the proof is of an episode, as the record is"]);
  const isOf = ["root", "campaign"].every((name) => entry[name] === manifest[name]);
  const isSealed = sha256(proof.manifest).equals(hex(entry["manifest"]));
  const when = `campaign ${manifest["key"]} was sealed so at ${entry["at"]}`;
  said.push([entry["kind"] === "sealed" && isOf && isSealed, when]);
  const note = readNote(proof.checkpoint ?? "");
  const isLogged = isIncluded(leafOf(proof.entry), proof.log, note.root);
  const which = `entry ${proof.log.index} of the log of ${note.size} entries, ${note.origin}`;
  said.push([isLogged && note.size === proof.log.size, `that is ${which}`]);
  const by = key ?? proof.publicKey ?? "";
  said.push([isSigned(note, by), `the log was signed by ${by}`]);
  if (kept !== null) said.push([readNote(kept).body === note.body, "it is the one that you kept"]);
  return said;
}

/** @param {string[]} words @param {string} name */
function option(words, name) {
  const at = words.indexOf(name);
  if (at < 0) return null;
  const [, value] = words.splice(at, 2);
  if (value === undefined) throw new Error(`${name} has no value`);
  return value;
}

try {
  const words = process.argv.slice(2);
  const [key, keptPath] = [option(words, "--key"), option(words, "--checkpoint")];
  const [proofPath, recordPath] = words;
  if (proofPath === undefined) throw new Error("call it as its first lines say");
  /** @type {unknown} */
  const proof = JSON.parse(readFileSync(proofPath, "utf8"));
  if (!isProof(proof)) throw new Error("no proof of aftermath-proof/1");
  const record = recordPath === undefined ? null : readFileSync(recordPath);
  const kept = keptPath === null ? null : readFileSync(keptPath, "utf8").trimEnd();
  const said = check(proof, { record, key, kept });
  // Names in a proof may come from attackers: nothing is printed but what can be seen.
  for (const [holds, text] of said)
    console.log(`${holds ? "holds" : "FAILS"}  ${text.replaceAll(/[^\x20-\x7e]/g, "?")}`);
  if (key === null) console.log("note   no --key was given: whose signature it is stays open");
  process.exitCode = said.every(([holds]) => holds) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
