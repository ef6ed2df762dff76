import { ahead } from '../../../test/support/time/moments';
import type { TrainingSnapshot } from '../../../workflows/retrain/activities';
import { SharedLooks } from './shared-looks';

const SNAPSHOT: TrainingSnapshot = { training: true, canChat: false, run: null, at: '2026-01-01T00:00:00Z' };
const HOUR = 3_600_000;

/** Requests that the test answers. */
class Service {
	readonly requests: Array<{ answer: (snapshot: TrainingSnapshot) => void; fail: () => void; signal: AbortSignal }> =
		[];
	readonly looks = new SharedLooks(
		(_agent, signal) =>
			new Promise((answer, reject) => {
				const fail = () => {
					reject(new Error('503'));
				};
				this.requests.push({ answer, fail, signal });
			}),
		HOUR,
	);

	look({ notBefore = 0, pauseMs = HOUR, signal = new AbortController().signal, agent = 'a' } = {}) {
		return this.looks.look(agent, { notBefore, pauseAfter: () => pauseMs, signal });
	}

	answer(index: number): void {
		this.requests[index]?.answer(SNAPSHOT);
	}
}

let service: Service;
beforeEach(() => {
	service = new Service();
});

describe('looks of several tasks at one agent', () => {
	it('are one request, while it is under way and until the next poll', async () => {
		const five = Array.from({ length: 5 }, () => service.look());
		service.answer(0);
		expect((await Promise.all(five)).map(({ snapshot }) => snapshot)).toEqual(Array(5).fill(SNAPSHOT));
		await service.look();
		expect(service.requests).toHaveLength(1);
	});

	it.each([
		['at another agent', { agent: 'b' }],
		['of a task that began later', { notBefore: ahead(HOUR).getTime() }],
		['whose poll is due', { pauseMs: 0 }],
	])('are two requests: a look %s', async (_what, other) => {
		const first = service.look();
		service.answer(0);
		await first;
		const second = service.look(other);
		service.answer(1);
		await second;
		expect(service.requests).toHaveLength(2);
	});

	it('are two requests once a run was requested', async () => {
		const first = service.look();
		service.answer(0);
		await first;
		service.looks.forget('a');
		void service.look().catch(() => undefined);
		expect(service.requests).toHaveLength(2);
	});

	it('fail together, and the next look is a new request', async () => {
		const both = [service.look(), service.look()];
		service.requests[0]?.fail();
		for (const { status } of await Promise.allSettled(both)) expect(status).toBe('rejected');
		const third = service.look();
		service.answer(1);
		expect((await third).snapshot).toEqual(SNAPSHOT);
	});

	it('go on for the others when one task is cancelled, and end with the last one', async () => {
		const [one, other] = [new AbortController(), new AbortController()];
		const [first, second] = [service.look({ signal: one.signal }), service.look({ signal: other.signal })];
		one.abort();
		await expect(first).rejects.toMatchObject({ type: 'cancelled' });
		expect(service.requests[0]?.signal.aborted).toBe(false);
		other.abort();
		await expect(second).rejects.toMatchObject({ type: 'cancelled' });
		expect(service.requests[0]?.signal.aborted).toBe(true);
		void service.look().catch(() => undefined);
		expect(service.requests).toHaveLength(2);
	});
});
