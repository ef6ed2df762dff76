import { gateFault } from '../faults';
import { HELD_AT_THE_SINK, SyncRun } from './sync';

/** The worker waits so long for an answer of HubSpot. Milliseconds. */
const GIVES_UP_MS = 20_000;
const CREATES = /\/contacts\/batch\/create/;

export class HubSpotRun extends SyncRun {
	protected readonly destination = 'crm';
	protected readonly leads = 12;

	private get marker(): string {
		return `@${this.key}.example`;
	}

	protected hold(): Promise<void> {
		const { point } = this.cell;
		const fault = gateFault(this.cell, this.planned.subSeed, GIVES_UP_MS);
		if (fault !== null && HELD_AT_THE_SINK.has(point)) this.world.crmGate.trap(this.marker, CREATES, fault);
		return Promise.resolve();
	}

	protected unhold(): Promise<void> {
		this.world.crmGate.release(this.marker);
		return Promise.resolve();
	}

	protected sinkStruckAt(): Promise<number | null> {
		const struck = this.world.crmGate.of(this.marker, CREATES).find(({ fault }) => fault !== null);
		return Promise.resolve(struck?.at ?? null);
	}

	/** Every lead is a person of its own, and every person one contact. */
	protected written() {
		const contacts = this.world.crm.account.all();
		const written = new Map<number, Array<{ id: string; at: number }>>();
		for (const { id, email } of this.world.oracle.leads(this.agent)) {
			const ours = contacts.filter(({ properties }) => properties['email'] === email.toLowerCase());
			if (ours.length > 0)
				written.set(
					id,
					ours.map((contact) => ({ id: contact.id, at: Date.parse(contact.createdAt) })),
				);
		}
		return Promise.resolve(written);
	}
}
