import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/** How senders prove that a message is theirs. */
export const SIGNATURES = ['standard-webhooks', 'github', 'gitlab', 'shopify', 'woocommerce', 'header'] as const;
export type Signature = (typeof SIGNATURES)[number];

/** What a hook's configuration says about the proof. */
export interface SignedBy {
	signature: Signature;
	secrets: readonly string[];
	/** How old a message may be, in seconds. Only Standard Webhooks says when it was sent. */
	replaySeconds: number;
	/** Only of `header`: the header that holds the secret. */
	header: string;
	/** Only of `header`: the header that holds the id of the delivery. */
	deliveryHeader: string;
}

interface Proof {
	/** Whether one secret proves the message. */
	isFrom(secret: string, headers: IncomingHttpHeaders, content: Buffer, by: SignedBy): boolean;
	/** Headers that hold the id of the delivery, the same in each repeat. The first one counts that the message has. */
	ids(by: SignedBy): readonly string[];
	/** What a sender has to send, in a sentence. */
	advice(by: SignedBy): string;
}

const hmac = (secret: string, content: Buffer, encoding: 'hex' | 'base64') =>
	createHmac('sha256', secret).update(content).digest(encoding);

const PROOFS: Readonly<Record<Signature, Proof>> = {
	'standard-webhooks': {
		isFrom: (secret, headers, content, { replaySeconds }) => {
			const texts = standardHeaders(headers);
			const ageSeconds = Math.abs(Date.now() / 1000 - Number(texts['webhook-timestamp']));
			return isSigned(secret, texts, content) && ageSeconds <= replaySeconds;
		},
		ids: () => ['webhook-id', 'svix-id'],
		advice: ({ replaySeconds }) =>
			`Sign the message with a secret of this hook, and send the headers webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks), or the three with svix in place of webhook. A message must not be older than ${replaySeconds} s.`,
	},
	github: {
		isFrom: (secret, headers, content) =>
			isSame(valueOf(headers, 'x-hub-signature-256'), `sha256=${hmac(secret, content, 'hex')}`),
		ids: () => ['x-github-delivery', 'x-gitea-delivery'],
		advice: () => 'Set a secret of this hook as the secret of the webhook. The header X-Hub-Signature-256 must fit.',
	},
	gitlab: {
		isFrom: (secret, headers) => isSame(valueOf(headers, 'x-gitlab-token'), secret),
		ids: () => ['idempotency-key', 'x-gitlab-event-uuid'],
		advice: () => 'Set a secret of this hook as the secret token of the webhook. The header X-Gitlab-Token must fit.',
	},
	shopify: {
		isFrom: (secret, headers, content) =>
			isSame(valueOf(headers, 'x-shopify-hmac-sha256'), hmac(secret, content, 'base64')),
		ids: () => ['x-shopify-webhook-id'],
		advice: () => "Put the app's secret into this hook. The header X-Shopify-Hmac-Sha256 must fit.",
	},
	woocommerce: {
		isFrom: (secret, headers, content) =>
			isSame(valueOf(headers, 'x-wc-webhook-signature'), hmac(secret, content, 'base64')),
		ids: () => ['x-wc-webhook-delivery-id'],
		advice: () => 'Set a secret of this hook as the secret of the webhook. The header X-WC-Webhook-Signature must fit.',
	},
	header: {
		isFrom: (secret, headers, _content, { header }) =>
			isSame(valueOf(headers, header.toLowerCase()).replace(/^Bearer /i, ''), secret),
		ids: ({ deliveryHeader }) => [deliveryHeader.toLowerCase()],
		advice: ({ header }) => `Send a secret of this hook in the header ${header}.`,
	},
};

export interface VerifiedMessage {
	/** The id of the delivery; null if the sender named none. */
	deliveryId: string | null;
}

/** @returns null for a message that no secret of the hook proves, without the reason */
export function verified(by: SignedBy, headers: IncomingHttpHeaders, content: Buffer): VerifiedMessage | null {
	const proof = PROOFS[by.signature];
	// All secrets are tried, so that the time does not say which one fits.
	if (!by.secrets.map((secret) => proof.isFrom(secret, headers, content, by)).includes(true)) return null;
	if (by.signature === 'standard-webhooks') return { deliveryId: standardHeaders(headers)['webhook-id'] };
	const id = proof
		.ids(by)
		.map((name) => valueOf(headers, name))
		.find((value) => value !== '');
	return { deliveryId: id ?? null };
}

/** What the sender of a message that is refused has to do. */
export function adviceOn(by: SignedBy): string {
	return PROOFS[by.signature].advice(by);
}

/** The headers of which one must hold the id of the delivery. */
export function deliveryHeaders(by: SignedBy): readonly string[] {
	return PROOFS[by.signature].ids(by);
}

const SIGNATURE_PREFIXES = ['webhook', 'svix'] as const;
const SIGNATURE_PARTS = ['id', 'timestamp', 'signature'] as const;

/**
 * The three headers of the signature under their standard names. A sender's own set (`svix-*`) counts as a whole and
 * only if no standard one came: of two mixed sets, the signature would cover another id than the one that is used.
 */
function standardHeaders(headers: IncomingHttpHeaders) {
	const prefix = SIGNATURE_PREFIXES.find((each) => SIGNATURE_PARTS.some((part) => `${each}-${part}` in headers));
	const part = (name: string) => String(headers[`${prefix ?? 'webhook'}-${name}`] ?? '');
	return {
		'webhook-id': part('id'),
		'webhook-timestamp': part('timestamp'),
		'webhook-signature': part('signature'),
	};
}

function isSigned(secret: string, headers: Record<string, string>, content: Buffer): boolean {
	try {
		new Webhook(secret).verify(content, headers, { jsonParse: false });
		return true;
	} catch (error) {
		if (error instanceof WebhookVerificationError) return false;
		throw error;
	}
}

function valueOf(headers: IncomingHttpHeaders, name: string): string {
	const value = headers[name];
	return typeof value === 'string' ? value : '';
}

/** Compares digests, which have one length, in constant time. */
function isSame(one: string, other: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(one), digest(other));
}
