import { z } from 'zod';
import type { EventData, TaskEvent } from '../../../workflows/task/event';
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

/** The addresses of review pages, at the gateway as others reach it. */
export class ReviewLinks {
	constructor(
		private readonly keyring: Keyring,
		/** Without a trailing slash. */
		private readonly publicUrl: string,
	) {}

	of(link: ReviewLink): string {
		return `${this.publicUrl}/review/${sealReviewToken(this.keyring, link)}`;
	}
}

/** What is told of a review beside the event: the address of its page, which is a secret and made when it is sent. */
export function reviewUrlOf(links: ReviewLinks, { type, task, data }: TaskEvent): { reviewUrl?: string } {
	if (type !== 'review.requested' || !isReview(data)) return {};
	const { question, expiresAt, keyVersion } = data;
	const link = { taskId: task.id, question, reviewer: null, expiresAt: Date.parse(expiresAt), keyVersion };
	return { reviewUrl: links.of(link) };
}

function isReview(data: TaskEvent['data']): data is EventData['review.requested'] {
	return 'question' in data;
}
