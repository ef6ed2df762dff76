import { z } from 'zod';
import type { EventData, TaskEvent } from '../../../workflows/task/event';
import type { Keyring } from '../../temporal/keyring';
import { openSealed, sealText } from '../../temporal/sealed-text';

/** The content of a review link: task, question, expiry and recipient. */
export interface ReviewLink {
	taskId: string;
	/** The link becomes invalid when this question is answered. */
	question: number;
	/** Position in the task's list of reviewers; null for a link without a recipient. */
	reviewer: number | null;
	/** Milliseconds since 1970. */
	expiresAt: number;
	/** Fixed when the task starts, so that links survive a change of keys. */
	keyVersion: string;
}

const payloadSchema = z.tuple([z.string(), z.int(), z.int().nullable(), z.number(), z.string()]);

/** Everyone who has it may decide, so it is a secret. The same link always gives the same token. */
export function sealReviewToken(keyring: Keyring, link: ReviewLink): string {
	const { taskId, question, reviewer, expiresAt, keyVersion } = link;
	return sealText(keyring, 'review', [taskId, question, reviewer, expiresAt, keyVersion], keyVersion);
}

/** Null if the token is not valid. The caller checks whether it has expired or was already used. */
export function openReviewToken(keyring: Keyring, token: string): ReviewLink | null {
	const content = openSealed(keyring, 'review', token, payloadSchema, ([, , , , keyVersion]) => keyVersion);
	if (content === null) return null;
	const [taskId, question, reviewer, expiresAt, keyVersion] = content;
	return { taskId, question, reviewer, expiresAt, keyVersion };
}

/** Builds the addresses of review pages, under the gateway's public address. */
export class ReviewLinks {
	constructor(
		private readonly keyring: Keyring,
		/** Without a trailing slash. */
		private readonly publicUrl: string,
	) {}

	of(link: ReviewLink): string {
		return `${this.publicUrl}/review/${sealReviewToken(this.keyring, link)}`;
	}

	/** An address that looks like one, and opens nothing. */
	sample(): string {
		return `${this.publicUrl}/review/sample`;
	}
}

/**
 * The address of the review page of an event, made when the event is sent, because it is a secret. Null if the event is
 * no review.
 */
export function reviewUrlOf(links: ReviewLinks, { type, task, data, sample }: TaskEvent): string | null {
	if (type !== 'review.requested' || !isReview(data)) return null;
	if (sample) return links.sample();
	const { question, expiresAt, keyVersion } = data;
	return links.of({ taskId: task.id, question, reviewer: null, expiresAt: Date.parse(expiresAt), keyVersion });
}

function isReview(data: TaskEvent['data']): data is EventData['review.requested'] {
	return 'question' in data;
}
