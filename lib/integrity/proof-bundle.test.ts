import { expect, test } from "vitest";
import { figure } from "@/lib/testing/security-figure";
import { manifestText } from "./campaign-manifest";
import { leafHeader } from "./leaf";
import { inclusionProof, leafHash, subtreesOf } from "./merkle-tree";
import { checkProof, type ProofBundle } from "./proof-bundle";

const CAMPAIGN = "01980000-0000-7000-8000-000000000001";
const DIGEST = new Uint8Array(32).fill(7);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

const header = leafHeader({ campaignId: CAMPAIGN, importer: "aftermath", importerVersion: 1 });
const headers = Array.from({ length: 64 }, (_, no) =>
  header({ seq: no + 1, record: DIGEST, derived: DIGEST }),
);

/** The proofs of all episodes of a campaign of this size; nothing says yet that it was sealed. */
function* proofs(
  size: number,
): Generator<ProofBundle & { episode: NonNullable<ProofBundle["episode"]> }> {
  const subtree = subtreesOf(headers.slice(0, size).map(leafHash));
  const manifest = manifestText({
    v: 1,
    campaign: CAMPAIGN,
    project: CAMPAIGN,
    key: "k",
    fingerprint: "f",
    import: { id: CAMPAIGN, refused: 0, recoded: 0, warnings: 0 },
    importer: { id: "aftermath", version: 1, options: {} },
    scoring: 1,
    form: 1,
    episodes: size,
    root: hex(subtree(0, size)),
    tables: {},
  });
  for (let index = 0; index < size; index += 1) {
    const path = inclusionProof(subtree, index, size).map(hex);
    yield {
      format: "aftermath-proof/1",
      episode: { header: headers[index] ?? "", inclusion: { index, size, path } },
      manifest,
      entry: "",
      log: { index: 0, size: 0, path: [] },
      checkpoint: null,
      publicKey: null,
    };
  }
}

// A path alone does not tell every size from every other: the manifest, whose digest is logged, does.
test("A3: no bit of an episode's place or of its campaign's size may differ", async () => {
  let [good, refused] = [0, 0];
  for (let size = 1; size <= 64; size += 1)
    for (const proof of proofs(size)) {
      const { header: text, inclusion } = proof.episode;
      expect(checkProof(proof, null).leaf).toBe(true);
      good += 1;
      for (let bit = 0; bit < 31; bit += 1)
        for (const name of ["index", "size"] as const) {
          const altered = { ...inclusion, [name]: inclusion[name] ^ (1 << bit) };
          const episode = { header: text, inclusion: altered };
          if (checkProof({ ...proof, episode }, null).leaf === false) refused += 1;
        }
    }
  expect({ good, refused }).toEqual({ good: 2080, refused: 2080 * 62 });
  await figure("A3", `all ${refused} changes of a bit of index or size in ${good} proofs refused`);
});
