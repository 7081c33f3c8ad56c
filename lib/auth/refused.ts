import { isAPIError } from "better-auth/api";

/**
 * The answer of a call to the library, or null when it refused. Which of its reasons it was is not told
 * on: a wrong password, an unknown address and a ban look alike (security.md B4).
 */
export async function nullWhenRefused<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return null;
    throw error;
  }
}
