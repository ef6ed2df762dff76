import fc from 'fast-check';
import { happenings, useEachWorld } from '../../parts/workflows/each-world';

const SEQUENCES = Number(process.env['SEQUENCES'] ?? 200);
/** Sequences that are under way, each with a task and syncs of its own. */
const AT_ONCE = 8;

const happen = useEachWorld();

test('any order of cancel, retry, label away and back, and kill leaves no sync behind, and no connection without one', async () => {
	const sequences = fc.sample(happenings, SEQUENCES);
	const open = sequences.entries();
	const wrong: string[] = [];
	const work = async () => {
		for (const [index, sequence] of open) wrong.push((await happen(`sequence-${index}`, sequence)) ?? '');
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	expect(wrong.filter((each) => each !== '')).toEqual([]);
	expect(wrong).toHaveLength(SEQUENCES);
});
