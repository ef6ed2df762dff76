import { randomUUID } from 'node:crypto';
import type { Lead } from '../../../api';
import { HandOut } from '../../../workflows/lead-sync/hand-out';
import type {
	HandOutSettings,
	HandOutView,
	LeadOutcome,
	Settled,
	TakenLeads,
	TakeRequest,
} from '../../../workflows/lead-sync/hand-out-contract';
import { newHandOut } from '../../../workflows/lead-sync/hand-out-state';
import { newSyncState, type SyncState } from '../../../workflows/lead-sync/state';
import { type BlobStore, handOutKey, writeLeads } from '../../storage/blobs';
import { taskEnded, taskNotFound } from '../../tasks';
import type { HandOutService } from '../../tasks/hand-outs';

const CURSOR = { doneBefore: 1, done: [], pass: null, completeAt: 1, rereadAt: 0 };

interface Sync {
	state: SyncState;
	handOut: HandOut;
}

/** Leads of syncs into flows, handed out by the rules of the workflow and without a server. */
export class InMemoryHandOuts implements HandOutService {
	readonly #syncs = new Map<string, Sync>();
	readonly #ended = new Set<string>();

	/** The state of a sync that was opened. */
	stateOf(id: string): SyncState {
		return this.#of(id).state;
	}

	settingsOf(id: string): HandOutSettings & { closed: boolean } {
		const { settings, closed } = this.#of(id).handOut.state;
		return { ...settings, closed };
	}

	/** Puts a page of leads in line. */
	async addLeads(id: string, store: BlobStore, leads: readonly Lead[]): Promise<void> {
		const blob = handOutKey(id, randomUUID());
		await writeLeads(store, blob, leads);
		const { handOut } = this.#of(id);
		handOut.addPage(
			CURSOR,
			blob,
			leads.map((lead) => lead.id),
			Date.now(),
		);
	}

	/** A person cancels the sync. */
	end(id: string): void {
		this.#ended.add(id);
	}

	async open(id: string, settings: HandOutSettings): Promise<number> {
		this.#ended.delete(id);
		if (!this.#syncs.has(id)) this.#syncs.set(id, newSync());
		const { state } = this.#of(id).handOut;
		Object.assign(state, { settings, closed: false, openings: state.openings + 1 });
		return Promise.resolve(state.openings);
	}

	async close(id: string, opening: number): Promise<boolean> {
		const { state } = await this.#running(id);
		if (opening === state.openings) state.closed = true;
		return state.closed;
	}

	async view(id: string, takeId: string | null): Promise<HandOutView> {
		return (await this.#running(id)).view(takeId, Date.now());
	}

	async take(id: string, takeId: string, request: TakeRequest): Promise<TakenLeads> {
		const handOut = await this.#running(id);
		const answer = handOut.take(request, Date.now());
		handOut.state.taken.push({ id: takeId, answer });
		return answer;
	}

	async renew(id: string, lease: string, leaseSeconds: number): Promise<number> {
		return (await this.#running(id)).renew(lease, leaseSeconds, Date.now());
	}

	async settle(id: string, lease: string, outcomes: LeadOutcome[]): Promise<Settled> {
		return (await this.#running(id)).settle(lease, outcomes, Date.now());
	}

	#running(id: string): Promise<HandOut> {
		return Promise.resolve().then(() => {
			if (this.#ended.has(id)) throw taskEnded(id);
			return this.#of(id).handOut;
		});
	}

	#of(id: string): Sync {
		const sync = this.#syncs.get(id);
		if (sync === undefined) throw taskNotFound(id);
		return sync;
	}
}

function newSync(): Sync {
	const state = newSyncState();
	return { state, handOut: new HandOut(state, newHandOut('flow')) };
}
