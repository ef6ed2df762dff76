import type { ListRead } from '../list-reading/read-list';
import type { AgentSection, FailedSources, Quoted, WeeklyReportInput, WeeklyReportResult } from './contract';
import type { Measure } from './measures';
import type { Quote } from './quotes';

/** The two weeks of a report. Each moment is ISO 8601 UTC. */
export interface Weeks {
	timeZone: string;
	locale: string;
	/** YYYY-MM-DD in the time zone. */
	firstDay: string;
	lastDay: string;
	/** The first moment of the week before, of the week, and after the week. */
	before: string;
	from: string;
	until: string;
}

/** The lists whose items are counted by their times. */
export type CountedList = 'leads' | 'conversations' | 'questions';

export interface CountItems {
	agentId: string;
	list: CountedList;
	weeks: Weeks;
	offset: number;
	/** Marks of items that an earlier page had. */
	known: string[];
	/** Also quote the newest ones of the week. Default: no */
	mayQuote?: boolean;
}

/** Items of a page: marks, and a few short quotes. */
export interface ItemsCounted extends ListRead<string> {
	quotes?: Quote[];
	now: number;
	before: number;
	/** Items without a time that is known here. */
	undated: number;
}

export interface SourcesCounted extends ListRead<string> {
	failed: number;
	/** The first few of these. A worker of an older version names none. */
	named?: FailedSources['sources'];
}

/** A reply with numbers, as far as its names are known. */
export interface NumbersRead {
	numbers: Readonly<Record<string, number>>;
	unrecognised: string[];
}

/** Which week, by days. */
export interface ReadDays {
	agentId: string;
	weeks: Weeks;
	which: 'now' | 'before';
}

/** Activities on the queue of a connection. Each makes one call, and `countItems` one more at the end of a list. */
export interface ReportReadActivities {
	/** @returns its name; null if the service shows none */
	readAgentName(agentId: string): Promise<string | null>;
	countItems(request: CountItems): Promise<ItemsCounted>;
	countFailedSources(request: Omit<CountItems, 'list' | 'weeks' | 'mayQuote'>): Promise<SourcesCounted>;
	/** How many leads the service counts by days of UTC. */
	countLeadDays(request: ReadDays): Promise<number>;
	readCodMetrics(request: ReadDays): Promise<NumbersRead>;
	/** What the service counts in the seven days before the call. */
	readOverview(agentId: string): Promise<NumbersRead>;
	readUsage(): Promise<NumbersRead>;
}

export interface CountTasks {
	connection: string;
	weeks: Weeks;
}

interface TwoCounts {
	now: number;
	before: number;
}

/** Tasks that somebody has to look at. */
export interface FailedTasks {
	all: TwoCounts;
	/** Null: there are too many to look at each. */
	byAgent: Record<string, TwoCounts> | null;
}

/** What the task names of its week. */
export interface PlanWeeks extends Pick<
	WeeklyReportInput,
	'connection' | 'timeZone' | 'locale' | 'weekStart' | 'period'
> {
	/** ISO 8601: when the report is due. */
	at: string;
}

export interface MakeReport {
	weeks: Weeks;
	connection: string;
	asOf: string;
	run: string;
	agents: AgentSection[];
	/** Of the connection. */
	creditsUsed: Measure;
	failedTasks: FailedTasks;
	/** For the page, the mail and the JSON file. A task's result has none. */
	quoted?: Quoted[];
	/** The same for sources that failed. */
	failedSources?: FailedSources[];
	/** The report is about the named agents alone. */
	isPartial: boolean;
	calls: number;
}

export type ReportMade = Pick<WeeklyReportResult, 'agents' | 'totals'> & {
	[File in 'file' | 'json' | 'csv']: Omit<WeeklyReportResult[File], 'link'>;
};

export interface ReportMail {
	taskId: string;
	/** The run that sends it. Absent: the mail is the task's, which sends it once in all its runs. */
	run?: string;
	/** The name of the JSON file. */
	report: string;
	address: string;
}

/** Activities that call no API. */
export interface ReportFileActivities {
	planWeeks(input: PlanWeeks): Promise<Weeks>;
	countFailedTasks(request: CountTasks): Promise<FailedTasks>;
	/** Compares with the last report, keeps readings for the next one, and makes the files. A repeat makes the same. */
	makeReport(request: MakeReport): Promise<ReportMade>;
	/** Mails the report to one address. */
	mailReport(mail: ReportMail): Promise<'mailed'>;
}
