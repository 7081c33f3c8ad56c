import { openApiDocument } from "@/lib/api/openapi-document";
import { readDocument } from "@/lib/api/operations/project-operations";
import { serve } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serve(readDocument, async () => Response.json(openApiDocument()));
