// Generated from api/shown-times.ts by `npm run generate`; do not edit.

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T/;
const NAME_OF_TIME = /(at|time|date)$/i;
const OF_TRAINING = /train/i;
const SETTLED = new Set(['indexed', 'failed']);

/** What to read of an agent's web pages for their times. It has few: each is a whole website. */
export const TIMED_SOURCES = { type: 'url', limit: 20 } as const;

/** Times by what shows them, such as `agent.trainedAt`. ISO 8601; null where none is set yet. */
export type ShownTimes = Record<string, string | null>;

/** The training times in an agent's record. The specification does not list its fields. */
export function timesOfAgent(agent: object): ShownTimes {
	return timesOf('agent', agent, (name) => OF_TRAINING.test(name));
}

/**
 * The times of an agent's web pages, except their creation. Skips a page that the service is reading: its times change
 * without a training run.
 */
export function timesOfSources(sources: ReadonlyArray<{ id: number; status: string }>): ShownTimes {
	const times: ShownTimes = {};
	for (const source of sources.filter(({ status }) => SETTLED.has(status))) {
		Object.assign(
			times,
			timesOf(`source ${source.id}`, source, (name) => name !== 'createdAt'),
		);
	}
	return times;
}

function timesOf(of: string, record: object, isWanted: (name: string) => boolean): ShownTimes {
	const times: ShownTimes = {};
	for (const [name, value] of Object.entries(record) as Array<[string, unknown]>) {
		if (!NAME_OF_TIME.test(name) || !isWanted(name)) continue;
		if (value === null || (typeof value === 'string' && TIMESTAMP.test(value))) times[`${of}.${name}`] = value;
	}
	return times;
}
