import { z } from 'zod';
import type { Keyring } from '../../temporal/keyring';

/** What a link to a review says: which question of which task, until when, and whom it was sent to. */
export interface ReviewLink {
	taskId: string;
	/** The link is spent when this question was answered. */
	question: number;
	/** Place in the task's list of reviewers; null for a link that was made for no one in particular. */
	reviewer: number | null;
	/** Milliseconds since 1970. */
	expiresAt: number;
	/** Frozen with the task, so that a change of keys breaks no link. */
	keyVersion: string;
}

const payloadSchema = z.tuple([z.string(), z.int(), z.int().nullable(), z.number(), z.string()]);

/** `<payload>.<HMAC>`; whoever has it may decide, so it is a secret. The same link always gives the same token. */
export function sealReviewToken(keyring: Keyring, link: ReviewLink): string {
	const { taskId, question, reviewer, expiresAt, keyVersion } = link;
	const payload = Buffer.from(JSON.stringify([taskId, question, reviewer, expiresAt, keyVersion])).toString(
		'base64url',
	);
	return `${payload}.${keyring.mac(['review', payload], keyVersion).mac}`;
}

/** Null when it is none of ours. Whether it has expired or was spent is the reader's business. */
export function openReviewToken(keyring: Keyring, token: string): ReviewLink | null {
	const [payload = '', mac = ''] = token.split('.');
	const parsed = payloadSchema.safeParse(jsonOf(Buffer.from(payload, 'base64url').toString()));
	if (!parsed.success) return null;
	const [taskId, question, reviewer, expiresAt, keyVersion] = parsed.data;
	if (!keyring.has(keyVersion) || !keyring.matches({ keyVersion, mac }, ['review', payload])) return null;
	return { taskId, question, reviewer, expiresAt, keyVersion };
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
