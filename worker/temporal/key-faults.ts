import type { Client } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { type Keyring, UnknownKeyError } from './keyring';
import { historyOf, openPayloads, scheduledPayloads } from './open-payloads';
import { decodingMetadata, EncryptionCodec, keyErrorOf } from './payload-codec';

/** Why stored data cannot be read, and what cannot continue. */
export interface KeyFault {
	/** `missing`: the key is not in `encryption.keys`. `wrong`: it has another secret there. `plain`: there is no key. */
	kind: 'missing' | 'wrong' | 'plain';
	/** Empty for `plain`. */
	keyId: string;
	/** Running tasks, subscriptions and waits that cannot continue. */
	running: number;
	/** Schedules that cannot start anything. */
	schedules: number;
	/** Ids of some of them. */
	examples: string[];
}

/** What was looked at, and what was found. */
export interface KeyReport {
	running: number;
	schedules: number;
	/** Workflows that lived through a change of keys, and whose whole history was not read. */
	unread: number;
	faults: KeyFault[];
}

export interface LookOptions {
	/** Most histories to read. Default: 0. */
	histories?: number;
	/** Called after every ten thousandth workflow with their number. */
	onProgress?: (running: number) => void;
	/** Is filled on the way, so that a part survives an error. Default: a new one. */
	report?: KeyReport;
}

const EXAMPLES = 5;
const PROGRESS_EVERY = 10_000;

export const emptyReport = (): KeyReport => ({ running: 0, schedules: 0, unread: 0, faults: [] });

/**
 * Looks at every running workflow and schedule: whether the keyring has the keys that it needs, with their secrets.
 * Their memos and first inputs come with Temporal's lists, a thousand at a time. A workflow that began with another key
 * than the current one may hold data of keys between these two. Only its history tells.
 */
export async function findKeyFaults(client: Client, keyring: Keyring, options: LookOptions = {}): Promise<KeyReport> {
	const { histories = 0, onProgress, report = emptyReport() } = options;
	const codec = new EncryptionCodec(keyring, { plain: 'refuse', checkWorkflow: false });
	const note = async (what: 'running' | 'schedules', id: string, payloads: Iterable<Payload>) => {
		for (const { kind, keyId } of await faultsIn(codec, payloads)) {
			let fault = report.faults.find((each) => each.kind === kind && each.keyId === keyId);
			if (fault === undefined) report.faults.push((fault = { kind, keyId, running: 0, schedules: 0, examples: [] }));
			fault[what] += 1;
			if (fault.examples.length < EXAMPLES) fault.examples.push(id);
		}
		report[what] += 1;
	};
	let left = histories;
	for await (const { id, run, payloads } of openPayloads(client)) {
		const isOlder = payloads.some((payload) => decodingMetadata(payload).keyId !== keyring.current);
		const isRead = isOlder && left > 0;
		if (isRead) left -= 1;
		else if (isOlder) report.unread += 1;
		await note('running', id, isRead ? [...payloads, ...(await historyOf(client, run))] : payloads);
		if (report.running % PROGRESS_EVERY === 0) onProgress?.(report.running);
	}
	for await (const { id, payloads } of scheduledPayloads(client)) await note('schedules', id, payloads);
	return report;
}

/** One of each kind and key. */
async function faultsIn(codec: EncryptionCodec, payloads: Iterable<Payload>) {
	const found = new Map<string, Pick<KeyFault, 'kind' | 'keyId'>>();
	for (const payload of payloads) {
		const error = await errorOf(codec, payload);
		if (error === null) continue;
		const { keyId } = decodingMetadata(payload);
		const kind = keyId === '' ? 'plain' : error instanceof UnknownKeyError ? 'missing' : 'wrong';
		found.set(`${kind} ${keyId}`, { kind, keyId });
	}
	return found.values();
}

async function errorOf(codec: EncryptionCodec, payload: Payload): Promise<Error | null> {
	try {
		await codec.decode([payload]);
		return null;
	} catch (error) {
		const ofKey = keyErrorOf(error);
		if (ofKey === null) throw error;
		return ofKey;
	}
}
