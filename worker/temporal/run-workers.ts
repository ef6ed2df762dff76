import type { Client } from '@temporalio/client';
import { Worker, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createClient } from '../../api';
import { connectionActivities } from '../activities/connection-activities';
import type { DeliverySettings } from '../activities/delivery/deliver';
import { reviewActivities, type ReviewSettings } from '../activities/email/review-activities';
import type { EventSettings } from '../activities/events/post-event';
import { exportFileActivities, exportReadActivities } from '../activities/export';
import { internalActivities } from '../activities/internal-activities';
import { sourceActivities } from '../activities/sources/source-activities';
import { rateLimitCheck } from '../activities/rate-limit-check';
import type { PollTiming } from '../activities/training/poll-delay';
import type { Destinations } from '../destinations';
import type { Blobs } from '../blobs';
import type { Buckets } from '../buckets';
import { reviewUrlOf } from '../reviews/event-link';
import { ReviewLinks } from '../reviews/review-links';
import { callsPerDispatch } from './calls-per-dispatch';
import { connectClient, connectWorkers, type TemporalSettings } from './connect';
import { encryptedConverter } from './data-converter';
import type { Keyring } from './keyring';
import { keepRunning, release, type RunningWorkers } from './running-workers';
import { workflowBundle } from './workflow-bundle';
import { connectionWorker, internalWorker, type Pace, type Shared } from './worker-options';

/** Below the activities' start-to-close timeout of 45 s. */
const CALL_TIMEOUT_MS = 30_000;

export interface ConnectionSettings extends Pace {
	/** Without /api/v1. */
	baseUrl: string;
	apiKey: string;
}

export interface WorkersSettings {
	temporal: TemporalSettings;
	keyring: Keyring;
	connections: Readonly<Record<string, ConnectionSettings>>;
	timing: PollTiming;
	deliveries: DeliverySettings;
	destinations: Destinations;
	blobs: Blobs;
	buckets: Buckets;
	events: { webhookHosts: readonly string[] };
	reviews: ReviewSettings;
	log: Logger;
	/** Instead of the one that was built. */
	workflowBundle?: WorkerOptions['workflowBundle'];
}

/**
 * One worker for the workflows, and one for each connection's calls. The namespace must have been prepared.
 * @throws why one of them could not be made; then none is left
 */
export async function runWorkers(settings: WorkersSettings): Promise<RunningWorkers> {
	const client = await connectClient(settings.temporal, settings.keyring);
	const connection = await connectWorkers(settings.temporal);
	const close = async () => {
		try {
			await connection.close();
		} finally {
			await client.connection.close();
		}
	};
	try {
		const { namespace } = settings.temporal;
		const shared: Shared = { connection, namespace, dataConverter: encryptedConverter(settings.keyring) };
		const bundle = settings.workflowBundle ?? (await workflowBundle());
		const options = [
			internalWorker(
				shared,
				bundle,
				internalActivities(
					client,
					settings.deliveries,
					eventSettings(client, settings),
					exportFileActivities(settings.blobs, settings.buckets),
					reviewActivities(settings.keyring, settings.reviews),
				),
			),
			...Object.entries(settings.connections).map(([name, each]) => workerOf(shared, name, each, settings)),
		];
		return keepRunning(await createAll(options), close);
	} catch (error) {
		// Why it could not start matters more than what cannot be closed after it.
		await Promise.allSettled([close()]);
		throw error;
	}
}

function eventSettings(client: Client, { keyring, events, reviews }: WorkersSettings): EventSettings {
	const links = new ReviewLinks(keyring, reviews.publicUrl);
	return { client, keyring, webhookHosts: events.webhookHosts, addedTo: (event) => reviewUrlOf(links, event) };
}

/** All or none. @throws the first reason why one could not be made, after the others were let go */
async function createAll(options: readonly WorkerOptions[]): Promise<Worker[]> {
	const made = await Promise.allSettled(options.map((each) => Worker.create(each)));
	const workers = made.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
	const failure = made.find((each) => each.status === 'rejected');
	if (failure === undefined) return workers;
	await release(workers);
	throw failure.reason;
}

function workerOf(shared: Shared, name: string, each: ConnectionSettings, settings: WorkersSettings): WorkerOptions {
	const api = createClient({
		baseUrl: each.baseUrl,
		apiKey: each.apiKey,
		retry: 'never',
		timeoutMs: CALL_TIMEOUT_MS,
		onResponse: rateLimitCheck(name, each.requestsPerMinute, settings.log),
	});
	const exports = exportReadActivities(api, settings.blobs, callsPerDispatch(each.requestsPerMinute));
	const sources = sourceActivities(api, settings.blobs, settings.timing);
	return connectionWorker(
		shared,
		name,
		each,
		connectionActivities(api, settings.timing, settings.destinations, exports, settings.keyring, sources),
	);
}
