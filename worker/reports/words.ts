import type { AgentSection } from '../../workflows/weekly-report/contract';
import { type Measure, type MeasureName, MEASURES, type Reason } from '../../workflows/weekly-report/measures';
import type { ReportReady } from '../../workflows/task/event';
import type { Report } from './report';

/** The names of the measures. One without a name does not compile. */
export const LABELS: Readonly<Record<MeasureName, string>> = {
	leads: 'Leads',
	conversations: 'Conversations',
	openQuestions: 'Unanswered questions',
	codConfirmed: 'Cash on delivery: confirmed',
	codSettled: 'Cash on delivery: decided',
	codRate: 'Cash on delivery: confirmation rate',
	creditsUsed: "Message credits used in the plan's period",
	failedSources: 'Failed sources',
	failedTasks: 'Failed tasks',
};

const REASONS: Readonly<Record<Reason, string>> = {
	not_shown: 'not shown by the service',
	not_in_plan: 'not in the plan of the account',
	no_scope: 'the API key lacks a scope',
	refused: 'refused by the service',
	unavailable: 'the service did not answer for hours',
	too_many: 'too many to count in a report',
	undated: 'the service shows no times that are known here',
	some_missing: 'agents whose number could not be read',
	no_week_before: 'no report of the week before to compare with',
	made_later: 'the service shows no earlier numbers, and the report was made later',
	new_period: "less than a week before, because the plan's period began in between",
	service_days: "counted by the service, by the service's own days",
	account_only: 'of the whole account',
	same_twice: 'the service returned the same for both weeks, so perhaps it ignores the dates',
};

/** Makes words of others harmless in a mail: one line, and no links. */
export type Plain = (text: string) => string;

/** A measure in words, in the locale of the report. */
export interface Said {
	label: string;
	now: string;
	before: string;
	/** Such as `+3 (+33%)`. Empty if there is nothing to compare. */
	change: string;
	/** Why a number is missing, or what to know of it. Empty: nothing. */
	note: string;
}

/** Writes numbers and dates. */
export class Writer {
	readonly #count: Intl.NumberFormat;
	readonly #rate: Intl.NumberFormat;
	readonly #change: Intl.NumberFormat;
	readonly #points: Intl.NumberFormat;
	readonly #share: Intl.NumberFormat;

	readonly #locale: string;

	/** @param tag BCP 47. One that is not valid is taken as English */
	constructor(tag: string) {
		const locale = localeOf(tag);
		this.#locale = locale;
		const signed = { signDisplay: 'exceptZero', maximumFractionDigits: 0 } as const;
		this.#points = new Intl.NumberFormat(locale, { ...signed, maximumFractionDigits: 1 });
		this.#count = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
		this.#rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
		this.#change = new Intl.NumberFormat(locale, signed);
		this.#share = new Intl.NumberFormat(locale, { ...signed, style: 'percent' });
	}

	say(name: MeasureName, { now, before, note }: Measure): Said {
		const detail = note?.detail === undefined || note.detail === '' ? '' : `: ${note.detail.replace(/\.$/, '')}`;
		return {
			label: LABELS[name],
			now: this.number(name, now),
			before: this.number(name, before),
			change: now === null || before === null ? '' : this.#changeOf(name, now, before),
			note: note === null ? '' : `${REASONS[note.reason]}${detail}`,
		};
	}

	number(name: MeasureName, value: number | null): string {
		if (value === null) return '–';
		return (name === 'codRate' ? this.#rate : this.#count).format(value);
	}

	/** @param firstDay YYYY-MM-DD, as `lastDay` */
	days({ firstDay, lastDay }: Pick<Report['week'], 'firstDay' | 'lastDay'>): string {
		const [first, last] = [new Date(firstDay), new Date(lastDay)];
		if (Number.isNaN(first.getTime()) || Number.isNaN(last.getTime())) return `${firstDay} to ${lastDay}`;
		return new Intl.DateTimeFormat(this.#locale, { timeZone: 'UTC', dateStyle: 'medium' }).formatRange(first, last);
	}

	#changeOf(name: MeasureName, now: number, before: number): string {
		if (now === before) return 'no change';
		if (name === 'codRate') return `${this.#points.format((now - before) * 100)} points`;
		const share = before === 0 ? '' : ` (${this.#share.format((now - before) / before)})`;
		return `${this.#change.format(now - before)}${share}`;
	}
}

function localeOf(tag: string): string {
	try {
		return Intl.getCanonicalLocales(tag)[0] ?? 'en';
	} catch {
		return 'en';
	}
}

/** @param agent its name, if the report is about one. It stands at the end, where one from right to left turns nothing */
export function titleOf({
	connection,
	week,
	agent,
}: Pick<Report, 'connection' | 'week'> & { agent?: string | undefined }): string {
	const days = new Writer(week.locale).days(week);
	return ['Weekly report: ' + connection, days, ...(agent === undefined ? [] : [agent])].join(', ');
}

/** The name of the only agent. Undefined: there are several. */
export function onlyAgent({ agents }: Pick<Report, 'agents'>): string | undefined {
	const [only, ...others] = agents;
	return only === undefined || others.length > 0 ? undefined : nameOf(only);
}

/** One line for each measure. A name of a newer worker is shown as it is. */
export function measuresInWords(
	{ measures, agents }: Pick<ReportReady, 'measures' | 'agents'>,
	locale: string,
): string[] {
	const writer = new Writer(locale);
	return measures
		.filter(({ name }) => name !== 'codSettled')
		.map(({ name, now, before, lacking = 0 }) => {
			const known = MEASURES.find((each) => each === name);
			if (known === undefined) return `${name}: ${now}`;
			const { label, change, ...said } = writer.say(known, { now, before, note: null });
			const without = lacking === 0 ? '' : `. ${sentence(REASONS.some_missing)}: ${lacking} of ${agents}`;
			return `${label}: ${said.now}${change === '' ? '' : ` (${change}, from ${said.before})`}${without}`;
		});
}

export function sentence(words: string): string {
	return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * A text whose direction changes nothing around it. Gmail and Outlook do not know the element `bdi`, and characters do
 * the same.
 */
export function isolated(text: string): string {
	return `\u2068${text}\u2069`;
}

/** The agent as people know it. */
export function nameOf({ agentId, name }: Pick<AgentSection, 'agentId' | 'name'>): string {
	return name ?? agentId;
}

/** What to know about an agent beside its numbers: a sentence each. */
export function remarksOn({ status, measures, unrecognised }: AgentSection, writer: Writer): string[] {
	if (status === 'gone') return ['The agent does not exist, or the key has no access to it.'];
	const byNote = new Map<string, string[]>();
	for (const [name, measure] of Object.entries(measures) as Array<[MeasureName, Measure]>) {
		const { label, note } = writer.say(name, measure);
		if (note !== '' && measure.note?.reason !== 'account_only') byNote.set(note, [...(byNote.get(note) ?? []), label]);
	}
	return [
		...[...byNote].map(([note, labels]) => `${labels.join(', ')}: ${note}.`),
		...(unrecognised.length === 0 ? [] : [`Not recognised in the replies: ${unrecognised.join(', ')}.`]),
	];
}
