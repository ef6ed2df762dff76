import { EACH_TYPES, isEndless } from '../../../workflows/for-each-connection/kinds';
import { definitions, SYNC_TYPES } from '.';

test('a task for each connection runs on for syncs alone, and a schedule can start each other one', () => {
	expect(EACH_TYPES.filter(isEndless).toSorted()).toEqual([...SYNC_TYPES].toSorted());
	for (const type of EACH_TYPES)
		expect([type, definitions[type].schedulable === true]).toEqual([type, !isEndless(type)]);
});
