import {
  annotate,
  annotationJson,
  listAnnotations as readAnnotations,
} from "@/lib/answers/episode-annotations";
import { listAnnotations, postAnnotation } from "@/lib/api/operations/episode-operations";
import {
  annotationListSchema,
  annotationSchema,
  newAnnotationSchema,
} from "@/lib/api/schemas/annotation-schema";
import { signatureOf } from "@/lib/auth/actor";
import { readJson } from "@/lib/http/read-body";
import { nothingThere, reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(listAnnotations, async ({ db, scope, params }) => {
  const address = { campaignSlug: params.campaign, seq: params.episode };
  const found = await readAnnotations(db, scope, address);
  if (found === null) throw nothingThere();
  return reply(annotationListSchema, { items: found.map(annotationJson) });
});

export const POST = serveProject(postAnnotation, async (call) => {
  const { request, db, caller, scope, by, params } = call;
  const given = await readJson(request, newAnnotationSchema);
  const address = { campaignSlug: params.campaign, seq: params.episode };
  const signed = { ...given, author: signatureOf(caller, given.author) };
  const written = await annotate(db, scope, address, signed, by);
  if (written === null) throw nothingThere();
  return reply(annotationSchema, annotationJson(written), { status: 201 });
});
