import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';
import type { Delivery, DeliveryResult } from '../../../workflows/task/activities';
import { CALLBACK_PAUSES } from '../../../workflows/task/delivery-options';
import type { ExecutionState } from '../../../workflows/waits/activities';
import { hostOf, isAllowedHost } from '../../net/allowed-host';
import { unwatched, type WatchDelivery } from '../../net/watch-delivery';
import { nextPause, notAsked, notReached } from './pauses';
import { postSigned } from './post-signed';
import type { Receivers } from './receivers';

export interface DeliverySettings {
	/** `host:port`, exactly. */
	allowedHosts: readonly string[];
	/** `whsec_` and base64. */
	signingSecret: string;
	/** All receivers of this process. */
	receivers: Receivers;
	/** Around each request, for traces. */
	watch?: WatchDelivery;
}

/**
 * Makes one attempt; Temporal's server makes the next one. Messages name only the host, because a resume URL is a
 * secret.
 */
export async function deliver(delivery: Delivery, settings: DeliverySettings): Promise<DeliveryResult> {
	const host = hostOf(delivery.url) ?? 'an invalid address';
	if (!isAllowedHost(delivery.url, settings.allowedHosts)) {
		throw ApplicationFailure.nonRetryable(
			`Deliveries to ${host} are not allowed. Add the host to gateway.callbackHosts.`,
			'host_not_allowed',
		);
	}
	const { status, body } = await post(delivery, settings, host);
	const verdict = judgeResponse({ status, body, elapsedMs: Date.now() - activityInfo().scheduledTimestampMs });
	if (verdict === 'delivered' || verdict === 'not-wanted') return { outcome: verdict, status };
	throw ApplicationFailure.create({
		type: verdict === 'again' ? 'not_taken_yet' : 'delivery_refused',
		message: `${host} answered ${status}.`,
		nonRetryable: verdict === 'refused',
		details: [{ status }],
		nextRetryDelay: nextPause(CALLBACK_PAUSES),
	});
}

async function post(delivery: Delivery, settings: DeliverySettings, host: string) {
	const { signingSecret, receivers, watch = unwatched } = settings;
	const send = () => postSigned({ ...delivery, secrets: [signingSecret] }, cancellationSignal());
	try {
		// The flows of one n8n are one receiver.
		return await receivers.attempt(host, host, () => watch(host, send));
	} catch (error) {
		throw notAsked(error, host, CALLBACK_PAUSES) ?? notReached(host, error, CALLBACK_PAUSES);
	}
}

/** A response to a delivery. */
export interface Answer {
	status: number;
	/** The first part of the body. */
	body: string;
	/** Since the first attempt, in milliseconds. */
	elapsedMs: number;
}

/**
 * - `delivered`: the receiver accepted it.
 * - `not-wanted`: the execution no longer waits for it, which is fine.
 * - `again`: the receiver may accept it later. The delivery ends after its own limit of days.
 * - `refused`: the receiver will never accept it, so the operator has to look.
 */
export type Verdict = 'delivered' | 'not-wanted' | 'again' | 'refused';

/** n8n responds with 404 while it still saves the execution that is about to wait. */
const NOT_WAITING_YET_MS = 60_000;

/** n8n's messages if there is no such execution, or if it does not wait at this address. */
const IS_GONE = /^The execution ".*" does not exist\.$/;
const NOT_THIS_METHOD = /^The workflow for execution ".*" does not contain a waiting webhook/;
const IS_RUNNING = /^The execution ".*" is running already\.$/;
const NOBODY_WAITS = [IS_GONE, NOT_THIS_METHOD, /^Could not find node to process webhook\.$/];
/** n8n leaves the second quotation mark out of `The execution "7 has finished already.` */
const HAS_FINISHED = /^The execution ".*"? has finished (already|with error)\.$/;

const n8nErrorSchema = z.looseObject({ message: z.string() });

/**
 * Decides what a response of n8n's resume URL means (n8n 2.40, `waiting-webhooks.ts` and `abstract-server.ts`).
 *
 * A 404 or 409 ends a delivery only with n8n's own messages. A proxy before n8n, or n8n while it starts, sends the same
 * status with another message, and then the flow still waits.
 */
export function judgeResponse({ status, body, elapsedMs }: Answer): Verdict {
	// While n8n migrates its database, it responds to every request with 200 and this sentence.
	if (status < 300) return body.includes('n8n is starting up') ? 'again' : 'delivered';
	if (status === 408 || status === 429 || status >= 500) return 'again';
	if (status === 409) return HAS_FINISHED.test(n8nWordsOf(body)) ? 'not-wanted' : 'again';
	if (status === 410) return 'not-wanted';
	if (status === 404) return saysNobodyWaits(body) && elapsedMs >= NOT_WAITING_YET_MS ? 'not-wanted' : 'again';
	return 'refused';
}

/** What n8n says of an execution that is asked for with another method than its node waits for. */
export function executionStateOf({ status, body }: Pick<Answer, 'status' | 'body'>): ExecutionState {
	const words = n8nWordsOf(body);
	if ((status === 409 && HAS_FINISHED.test(words)) || (status === 404 && IS_GONE.test(words))) return 'stopped';
	if ((status === 409 && IS_RUNNING.test(words)) || (status === 404 && NOT_THIS_METHOD.test(words))) return 'stands';
	return 'unknown';
}

function saysNobodyWaits(body: string): boolean {
	const words = n8nWordsOf(body);
	return NOBODY_WAITS.some((each) => each.test(words));
}

/** The message of n8n's error; empty if the response is not n8n's. */
function n8nWordsOf(body: string): string {
	try {
		return n8nErrorSchema.safeParse(JSON.parse(body)).data?.message ?? '';
	} catch {
		return '';
	}
}
