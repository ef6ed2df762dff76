import { z } from 'zod';
import { gateFault } from '../faults';
import { HELD_AT_THE_SINK, SyncRun } from './sync';

/** The worker waits so long for an answer of the receiver. Milliseconds. */
const GIVES_UP_MS = 10_000;
const LEADS = /\/leads$/;
/** Tried again while they are held: the wave is not there yet. */
const TIMES = 3;

const bodySchema = z.looseObject({ data: z.looseObject({ id: z.number() }) });

export class WebhookRun extends SyncRun {
	protected readonly destination = 'hook';
	protected readonly leads = 12;

	private get marker(): string {
		return `@${this.key}.example`;
	}

	protected hold(): Promise<void> {
		const { point } = this.cell;
		const fault = gateFault(this.cell, this.planned.subSeed, GIVES_UP_MS);
		const times = point === 'sink' ? 1 : TIMES;
		// One lead in the middle of the page.
		if (fault !== null && HELD_AT_THE_SINK.has(point))
			this.world.receiver.trap(this.emailOf('first', 6), LEADS, fault, times);
		return Promise.resolve();
	}

	protected unhold(): Promise<void> {
		this.world.receiver.release(this.emailOf('first', 6));
		return Promise.resolve();
	}

	protected sinkStruckAt(): Promise<number | null> {
		const struck = this.world.receiver.of(this.marker, LEADS).find(({ fault }) => fault !== null);
		return Promise.resolve(struck?.at ?? null);
	}

	/** By the id of the message: the same one again is the same lead, as its receiver knows. */
	protected written() {
		const written = new Map<number, Array<{ id: string; at: number }>>();
		for (const { body, id, takenAt } of this.world.receiver.of(this.marker, LEADS)) {
			if (takenAt === null || id === null) continue;
			const lead = bodySchema.parse(JSON.parse(body)).data.id;
			written.set(lead, [...(written.get(lead) ?? []), { id, at: takenAt }]);
		}
		return Promise.resolve(written);
	}
}
