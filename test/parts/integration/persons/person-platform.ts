import { randomUUID } from 'node:crypto';
import { type BlobStore, openBlobs } from '../../../../worker/storage/blobs';
import { blobsSchema } from '../../../../worker/storage/settings';
import { type Person, SealedRequests, TemporalPersonService } from '../../../../worker/privacy';
import { Keyring } from '../../../../worker/temporal';
import type { PersonPlace, PersonReport } from '../../../../workflows/persons/contract';
import type { PlatformOptions } from '../../../support/temporal/start-platform';
import { SOON } from '../../../support/temporal/soon';
import { SyncPlatform } from '../../../support/lead-sync/sync-platform';

/** A platform with what tests of persons do to it. */
export class PersonPlatform {
	readonly persons: TemporalPersonService;
	readonly store: BlobStore;

	private constructor(readonly syncs: SyncPlatform) {
		const { secret, client, blobs } = syncs.platform;
		const keyring = new Keyring({ keys: [{ id: 'k1', secret }], current: 'k1' });
		this.store = openBlobs(blobsSchema.parse({ directory: blobs })).store;
		const requests = new SealedRequests(this.store, keyring);
		this.persons = new TemporalPersonService(client, {
			keyring,
			requests,
			connections: () => ['sandbox'],
			timing: SOON,
		});
	}

	static async start(options: PlatformOptions): Promise<PersonPlatform> {
		return new PersonPlatform(await SyncPlatform.start(options));
	}

	async report(mode: 'find' | 'erase', person: Person): Promise<PersonReport> {
		const { id } = await this.persons.start({ mode, idempotencyKey: randomUUID(), person });
		const ended = await this.persons.waitFor(id, 200_000);
		if (ended.report === null) throw new Error(`It is ${ended.status}: ${ended.error}`);
		return ended.report;
	}

	/** Begins an export of an agent's leads. @returns the task's id */
	async exporting(agentId: string, more: object): Promise<string> {
		const input = { version: 1, connection: 'sandbox', agentIds: [agentId], spreadsheet: 'comma', ...more };
		const { tasks } = this.syncs.platform;
		return (await tasks.start({ type: 'lead-export', idempotencyKey: randomUUID(), input })).id;
	}

	/** Exports an agent's leads. @returns the task's id */
	async exported(agentId: string, more: object): Promise<string> {
		const id = await this.exporting(agentId, more);
		expect(await this.syncs.platform.ended(id)).toMatchObject({ status: 'completed' });
		return id;
	}
}

/** The places of a report that are of one kind, without their notes. */
export function statesOf(places: readonly PersonPlace[], kind: PersonPlace['kind']) {
	return places.filter((place) => place.kind === kind).map(({ where, state, count }) => ({ where, state, count }));
}
