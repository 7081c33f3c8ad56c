import Link from "next/link";
import { PlainPage } from "@/components/ui/plain-page";

export default function NotFound() {
  return (
    <PlainPage title="Nothing here">
      <p>This address names no project, campaign, episode or import that is stored.</p>
      <p>
        <Link href="/" className="text-link underline">
          To the campaigns
        </Link>
      </p>
    </PlainPage>
  );
}
