import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { isAxiosError } from 'axios';
import type { Delivery, DeliveryResult } from '../../../workflows/task/activities';
import { unwatched, type WatchDelivery } from '../../net/watch-delivery';
import { hostOf, isAllowedHost } from '../../net/allowed-host';
import { judgeAnswer } from './judge-answer';
import { postSigned } from './post-signed';

export interface DeliverySettings {
	/** `host:port`, exactly. */
	allowedHosts: readonly string[];
	/** `whsec_` and base64. */
	signingSecret: string;
	/** Around each request, for traces. */
	watch?: WatchDelivery;
}

/** One attempt; the server makes the next one. Messages name the host only, since a resume URL is a secret. */
export async function deliver(delivery: Delivery, settings: DeliverySettings): Promise<DeliveryResult> {
	const host = hostOf(delivery.url) ?? 'an address that is none';
	if (!isAllowedHost(delivery.url, settings.allowedHosts)) {
		throw ApplicationFailure.nonRetryable(`Deliveries to ${host} are not allowed.`, 'host_not_allowed');
	}
	const { status, body } = await post(delivery, settings, host);
	const verdict = judgeAnswer({ status, body, elapsedMs: Date.now() - activityInfo().scheduledTimestampMs });
	if (verdict === 'delivered' || verdict === 'not-wanted') return { outcome: verdict, status };
	throw ApplicationFailure.create({
		type: verdict === 'again' ? 'not_taken_yet' : 'delivery_refused',
		message: `${host} answered ${status}.`,
		nonRetryable: verdict === 'refused',
		details: [{ status }],
	});
}

async function post(delivery: Delivery, { signingSecret, watch = unwatched }: DeliverySettings, host: string) {
	try {
		return await watch(host, () => postSigned({ ...delivery, secrets: [signingSecret] }, cancellationSignal()));
	} catch (error) {
		const why = isAxiosError(error) ? (error.code ?? 'unknown') : 'unknown';
		throw ApplicationFailure.retryable(`${host} could not be reached (${why}).`, 'not_reached');
	}
}
