import { z } from 'zod';
import { EVENT_TYPES, type EventType } from '../../workflows/task/event';
import { eventDataSchemas, taskEventSchema } from './event-schema';
import { sampleEvent } from './sample-events';

/** Fields that only some events of a type have. Each other one stands in every event that this version publishes. */
const NOT_ALWAYS: Partial<Record<EventType, string[]>> = {
	'task.completed': ['cause', 'summary'],
	'task.failed': ['cause'],
	'report.ready': ['agent'],
};

it.each(EVENT_TYPES)('the sample of %s has every field of an event that happened', (type) => {
	const { data, ...event } = sampleEvent(type, 'evt-1', 'main');
	const { properties = {} } = z.toJSONSchema(eventDataSchemas[type], { io: 'input' });
	const always = Object.keys(properties).filter((name) => NOT_ALWAYS[type]?.includes(name) !== true);
	expect(Object.keys(data).toSorted()).toEqual(always.toSorted());
	expect(taskEventSchema.parse({ ...event, data })).toEqual({ ...event, data });
});
