import { eventPauses } from '../../../workflows/task/delivery-options';
import { TIMING } from '../../../workflows/task/timing';
import { pauseAfter } from './pauses';

const EVENT_PAUSES = eventPauses(TIMING);

test('pauses grow with the attempts, up to an hour', () => {
	const elapsed = [0, 5, 20, 65, 200, 605, 1_820, 5_420].map((seconds) => seconds * 1_000);
	const pauses = elapsed.map((elapsedMs, index) => pauseAfter({ attempt: index + 1, elapsedMs }, EVENT_PAUSES));
	expect(pauses.map((pause) => pause / 1_000)).toEqual([5, 10, 40, 130, 400, 1_210, 3_600, 3_600]);
});

test('many attempts that were not made do not make the pause long', () => {
	expect(pauseAfter({ attempt: 9, elapsedMs: 30_000 }, EVENT_PAUSES)).toBe(60_000);
});

test('a long time without an attempt does not make the first pause long', () => {
	expect(pauseAfter({ attempt: 1, elapsedMs: 7_200_000 }, EVENT_PAUSES)).toBe(5_000);
});
