import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NoProof } from "./no-proof";

const drawn = (lost: "seal_gone" | null) =>
  renderToStaticMarkup(<NoProof title="Proof" lost={lost} />).replaceAll(/<[^>]+>/g, "");

test("a seal that is gone is a finding, one of before there were seals an age", () => {
  expect(drawn("seal_gone")).toBe(
    "ProofNOT proven. Its seal is gone: the log says that it has one, or that it came when all had one.",
  );
  expect(drawn(null)).toBe(
    "ProofIt was imported before records were sealed by hash, so that nothing can be proven of it: import it again.",
  );
});
