import { Table } from '../parts/table';
import { humanised } from '../words/words';

interface Numbers {
	now: number | null;
	before: number | null;
	note: { reason: string; detail: string } | null;
}
type Measures = Readonly<Record<string, Numbers>>;

/** The part of a weekly report's result that people read as a table. */
export interface ReportResult {
	week: { firstDay: string; lastDay: string; timeZone: string };
	totals: Measures;
	agents: Array<{ agentId: string; name: string | null; status: string; measures: Measures }>;
}

/** The fields that it shows. */
export const REPORT_FIELDS = ['week', 'totals', 'agents'];

/** @returns null if a result is no report */
export function reportIn(result: object): ReportResult | null {
	return 'totals' in result && 'week' in result && 'agents' in result ? (result as ReportResult) : null;
}

/** What a number shows in no reply. */
const HIDDEN = 'codSettled';

/** A week against the week before: in all, and by agent. */
export function ReportNumbers({ week, totals, agents }: ReportResult) {
	const names = Object.keys(totals).filter((name) => name !== HIDDEN);
	const ofAgents = names.filter((name) => agents.some(({ measures }) => isKnown(measures[name]?.now)));
	return (
		<>
			<h4>
				{week.firstDay} to {week.lastDay} ({week.timeZone})
			</h4>
			<Table stacks columns={['Measure', 'Week', 'Week before', 'Note']}>
				{names.map((name) => (
					<tr key={name}>
						<td>
							{humanised(name)}
							<Bars {...totals[name]} />
						</td>
						<td data-label="Week">{shown(name, totals[name]?.now)}</td>
						<td data-label="Week before">{shown(name, totals[name]?.before)}</td>
						<td>{noteOf(totals[name])}</td>
					</tr>
				))}
			</Table>
			<h4>Agents</h4>
			<Table columns={['Agent', 'Status', ...ofAgents.map(humanised)]}>
				{agents.map(({ agentId, name, status, measures }) => (
					<tr key={agentId}>
						<td>
							<bdi title={agentId}>{name ?? agentId}</bdi>
						</td>
						<td>{status}</td>
						{ofAgents.map((each) => (
							<td key={each} title={noteOf(measures[each])}>
								{shown(each, measures[each]?.now)}
								{isKnown(measures[each]?.before) && (
									<span class="soft"> (was {shown(each, measures[each].before)})</span>
								)}
							</td>
						))}
					</tr>
				))}
			</Table>
		</>
	);
}

/** The week above the week before, as in the mail. The cells beside it have the numbers. */
function Bars({ now, before }: Partial<Numbers>) {
	const most = Math.max(now ?? 0, before ?? 0);
	const width = (value: number) => `${(value / most) * 100}%`;
	if (most === 0) return null;
	return (
		<svg class="bars" aria-hidden="true">
			<rect width={width(now ?? 0)} height="10" />
			<rect y="12" width={width(before ?? 0)} height="5" />
		</svg>
	);
}

function isKnown(value: number | null | undefined): value is number {
	return value !== null && value !== undefined;
}

function shown(name: string, value: number | null | undefined): string {
	if (!isKnown(value)) return '–';
	return name === 'codRate' ? `${Math.round(value * 1000) / 10}%` : value.toLocaleString('en');
}

function noteOf(numbers: Numbers | undefined): string {
	const note = numbers?.note ?? null;
	if (note === null) return '';
	const { reason, detail } = note;
	return [humanised(reason), ...(detail === '' ? [] : [detail])].join(': ');
}
