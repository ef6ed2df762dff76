import { InvalidArgumentError } from 'commander';
import { EVENT_TYPES, type EventType } from '../../../workflows/task/event';
import { listOf } from '../options';

export function eventOf(name: string): EventType {
	const found = EVENT_TYPES.find((type) => type === name);
	if (found !== undefined) return found;
	throw new InvalidArgumentError(`"${name}" is not an event. The events are: ${EVENT_TYPES.join(', ')}.`);
}

/** Names of events, separated by commas. */
export function eventsOf(text: string): EventType[] {
	return listOf(text).map(eventOf);
}
