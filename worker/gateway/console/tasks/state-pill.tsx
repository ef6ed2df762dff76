import type { TaskItem } from '../api/types';
import { Pill } from '../parts/pill';
import { stateOf } from './state';

/** The state of a task in a word. */
export function StatePill({ task }: { task: TaskItem }) {
	const { look, text } = stateOf(task);
	return <Pill look={look}>{text}</Pill>;
}
