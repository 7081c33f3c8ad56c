import { LabelledInput } from "@/components/ui/labelled-input";
import { MAX_PASSWORD, MIN_PASSWORD } from "@/lib/auth/password-rules";

/** A new password, and what is asked of it. */
export function NewPasswordField({ label = "Password" }: { label?: string }) {
  return (
    <LabelledInput
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={MIN_PASSWORD}
      maxLength={MAX_PASSWORD}
      hint={`At least ${MIN_PASSWORD} characters, of any kind. Several words that belong to nobody else are easy to remember.`}
    />
  );
}
