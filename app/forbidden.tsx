import Link from "next/link";
import { PlainPage } from "@/components/ui/plain-page";

export default function Forbidden() {
  return (
    <PlainPage title="Not yours to open">
      <p>
        You are signed in, and your role in this project does not allow this. An admin of the
        project can change it.
      </p>
      <p>
        <Link href="/" className="text-link underline">
          To the campaigns
        </Link>
      </p>
    </PlainPage>
  );
}
