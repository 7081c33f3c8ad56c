import { PlainPage } from "@/components/ui/plain-page";
import { TextLink } from "@/components/ui/text-link";

export default function Forbidden() {
  return (
    <PlainPage title="Not yours to open">
      <p>
        You are signed in, and your role does not allow this. An admin of the project, or whoever
        looks after this instance, can change it.
      </p>
      <p>
        <TextLink href="/">To the campaigns</TextLink>
      </p>
    </PlainPage>
  );
}
