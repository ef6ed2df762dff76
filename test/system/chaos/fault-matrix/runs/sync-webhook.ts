import { z } from 'zod';
import type { LeadEffect } from './lead-effects';
import { HttpSyncRun } from './sync-over-http';

const bodySchema = z.looseObject({ data: z.looseObject({ id: z.number() }) });

export class WebhookRun extends HttpSyncRun {
	protected readonly destination: string = 'hook';
	protected readonly route = /\/leads$/;
	protected readonly givesUpMs = 10_000;
	/** Tried again while they are held: the wave is not there yet. */
	protected override readonly times = 3;

	protected get server() {
		return this.world.receiver;
	}

	/** One lead in the middle of the page. */
	protected override get heldMarker(): string {
		return this.emailOf('first', 6);
	}

	/** By the id of the message: the same one again is the same lead, as its receiver knows. */
	protected written(): Promise<LeadEffect[]> {
		const written = this.calls.flatMap(({ body, id, takenAt }) =>
			takenAt === null || id === null ? [] : [{ lead: bodySchema.parse(JSON.parse(body)).data.id, id, at: takenAt }],
		);
		return Promise.resolve(written);
	}
}
