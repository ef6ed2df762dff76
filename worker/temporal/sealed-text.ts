import type { z } from 'zod';
import type { Keyring } from './keyring';

/** What a sealed text is for. One of another purpose opens nothing. */
export type SealPurpose = 'review' | 'session' | 'sign-in code';

/** `<payload>.<HMAC>` in base64url. Anybody can read the payload, and nobody can make or change one. */
export function sealText(
	keyring: Keyring,
	purpose: SealPurpose,
	content: readonly unknown[],
	keyVersion: string,
): string {
	const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
	return `${payload}.${keyring.mac([purpose, payload], keyVersion).mac}`;
}

/**
 * @param versionOf the version of the key, which the content names
 * @returns the content; null if the text is not ours, was changed, or needs a key that is gone
 */
export function openSealed<Content>(
	keyring: Keyring,
	purpose: SealPurpose,
	text: string,
	schema: z.ZodType<Content>,
	versionOf: (content: Content) => string,
): Content | null {
	const [payload = '', mac = '', ...more] = text.split('.');
	if (more.length > 0) return null;
	const parsed = schema.safeParse(jsonOf(Buffer.from(payload, 'base64url').toString()));
	if (!parsed.success) return null;
	const keyVersion = versionOf(parsed.data);
	const isOurs = keyring.has(keyVersion) && keyring.matches({ keyVersion, mac }, [purpose, payload]);
	return isOurs ? parsed.data : null;
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
