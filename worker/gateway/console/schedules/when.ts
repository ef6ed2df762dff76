/** When a schedule runs, as people choose it. `lines`: by cron lines, written by hand. */
export type WhenKind = 'daily' | 'weekdays' | 'weekly' | 'lines';

export interface TypedWhen {
	kind: WhenKind;
	/** HH:MM. Empty: a part of it is missing. */
	time: string;
	/** Of `weekly`, as cron counts: Sunday is 0. */
	day: string;
	/** Of `lines`: one a line. */
	lines: string;
}

export const WHEN_KINDS: ReadonlyArray<readonly [WhenKind, string]> = [
	['daily', 'Every day or night'],
	['weekdays', 'Monday to Friday'],
	['weekly', 'Once a week'],
	['lines', 'By cron lines'],
];

export const DAYS = [
	['1', 'Monday'],
	['2', 'Tuesday'],
	['3', 'Wednesday'],
	['4', 'Thursday'],
	['5', 'Friday'],
	['6', 'Saturday'],
	['0', 'Sunday'],
] as const;

/** At night, when few people use the agents, and after the hours that clock changes skip and repeat. */
export const NIGHTLY: TypedWhen = { kind: 'daily', time: '04:00', day: '1', lines: '' };

/** The cron lines of a choice. Empty: something is missing. */
export function cronOf({ kind, time, day, lines }: TypedWhen): string[] {
	if (kind === 'lines')
		return lines
			.split('\n')
			.map((line) => line.trim())
			.filter((line) => line !== '');
	const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
	if (hour === undefined || minute === undefined) return [];
	const days = { daily: '*', weekdays: '1-5', weekly: day }[kind];
	return [`${Number(minute)} ${Number(hour)} * * ${days}`];
}

/** The choice that cron lines stand for. */
export function whenOf(cron: readonly string[]): TypedWhen {
	const lines = cron.join('\n');
	const [, minute, hour, days = ''] = /^(\d{1,2}) (\d{1,2}) \* \* (\S+)$/.exec(lines) ?? [];
	const kind = kindOf(days);
	if (minute === undefined || hour === undefined || kind === 'lines') return { ...NIGHTLY, kind: 'lines', lines };
	const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
	return { kind, time, day: kind === 'weekly' ? String(Number(days) % 7) : NIGHTLY.day, lines };
}

/** When cron lines run, in words: `every Sunday at 04:30`. Lines that are no usual choice stay as they are. */
export function wordsOf(cron: readonly string[]): string {
	const { kind, time, day } = whenOf(cron);
	switch (kind) {
		case 'daily':
			return `every day at ${time}`;
		case 'weekdays':
			return `Monday to Friday at ${time}`;
		case 'weekly':
			return `every ${DAYS.find(([value]) => value === day)?.[1] ?? day} at ${time}`;
		case 'lines':
			return cron.join(' | ');
	}
}

function kindOf(days: string): WhenKind {
	if (days === '*') return 'daily';
	if (/^(1-5|mon-fri)$/i.test(days)) return 'weekdays';
	return /^[0-7]$/.test(days) ? 'weekly' : 'lines';
}
