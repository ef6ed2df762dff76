import { html, raw } from 'hono/html';
import { MEASURES, type MeasureName } from '../../workflows/weekly-report/measures';
import { agentLines, linesRow, MOST_SHOWN } from './agent-lines';
import { barsOf, legend } from './bars';
import { agentRow, headRow } from './agents-table';
import type { Report } from './report';
import { FONT, INK, PAPER, SOFT } from './style';
import { isolated, nameOf, onlyAgent, type Plain, remarksOn, titleOf, Writer } from './words';

type Html = ReturnType<typeof html>;

/** Gmail shows no more than 102 kB of a mail, and its own wrapping counts. In bytes. */
export const MAIL_BYTES = 90_000;

export interface PageOptions {
	plain: Plain;
	/** The page of the task at the gateway. Default: none, as in a file */
	link?: string;
	/** The largest page, in bytes. The other agents are then on the page of the task. Default: any */
	most?: number;
}

/**
 * The report as HTML that mail programs show: tables, styles in each element, no pictures, scripts, fonts or style sheets.
 * Words of others are escaped, become no links, and stand in a direction of their own.
 */
export function reportPage(report: Report, options: PageOptions): string {
	const { most = Number.POSITIVE_INFINITY } = options;
	const shown = report.agents.length;
	const whole = pageOf(report, options, shown);
	if (Buffer.byteLength(whole) <= most) return whole;
	// The size of a page grows with each agent, so halving finds the most that fit.
	let [fits, tooMany] = [0, shown];
	while (tooMany - fits > 1) {
		const middle = Math.floor((fits + tooMany) / 2);
		if (Buffer.byteLength(pageOf(report, options, middle)) <= most) fits = middle;
		else tooMany = middle;
	}
	return pageOf(report, options, fits);
}

/** @param shown how many agents have a row */
function pageOf(report: Report, { link, plain }: PageOptions, shown: number): string {
	const { week, agents, totals, connection } = report;
	const writer = new Writer(week.locale);
	const only = onlyAgent(report);
	const title = titleOf({ ...report, agent: only });
	const some = agents.slice(0, shown);
	const remarks = remarksOf(some, writer);
	const lines = agentLines(report, link === undefined ? agents.length : MOST_SHOWN, plain);
	const page = html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light" />
				<meta name="supported-color-schemes" content="light" />
				<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
				<meta name="x-apple-disable-message-reformatting" />
				<title>${title}</title>
			</head>
			<body bgcolor="${PAPER}" style="margin:0;padding:0;background-color:${PAPER};${FONT}">
				<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${PAPER}">
					<tr>
						<td align="center" style="padding:16px 8px">
							${raw('<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->')}
							<table
								role="presentation"
								width="100%"
								cellpadding="0"
								cellspacing="0"
								border="0"
								style="max-width:600px;text-align:left"
							>
								<tr>
									<td
										style="padding:0 8px 4px 8px;${FONT}font-size:22px;line-height:28px;font-weight:bold;color:${INK};word-break:break-word"
									>
										${plain(connection)}
									</td>
								</tr>
								<tr>
									<td
										style="padding:0 8px 16px 8px;${FONT}font-size:15px;line-height:22px;color:${SOFT};word-break:break-word"
									>
										${only === undefined ? `${agents.length} agents` : plain(only)}<br />
										${writer.days(week)} (${week.timeZone})<br />
										${legend()}
									</td>
								</tr>
								<tr>
									<td style="padding:0 8px">
										${shownMeasures(report).map((name) => barsOf(name, totals[name], writer))}
									</td>
								</tr>
								${link === undefined ? '' : linkRow(link)} ${some.length < 2 ? '' : agentsRow(some, writer, plain)}
								${shown === agents.length ? '' : moreRow(agents.length - shown)}
								${lines.map((each) => linesRow(each, agents.length > 1))}
								${remarks.size === 0 ? '' : remarksRow(remarks, agents.length > 1, plain)}
							</table>
							${raw('<!--[if mso]></td></tr></table><![endif]-->')}
						</td>
					</tr>
				</table>
			</body>
		</html>`;
	if (page instanceof Promise) throw new Error('Nothing in the page may be awaited.');
	// The indentation of the source would be a third of a mail.
	return String(page).replaceAll(/\n\s+/g, '\n');
}

/** Those that nobody has are no rows: a shop without cash on delivery needs none. */
export function shownMeasures({ totals, agents }: Report): MeasureName[] {
	const isUsed = (name: MeasureName) =>
		totals[name].now !== null || agents.some(({ measures }) => measures[name].now !== null);
	return MEASURES.filter((name) => name !== 'codSettled' && (!name.startsWith('cod') || isUsed(name)));
}

function linkRow(link: string): Html {
	return html`<tr>
		<td style="padding:8px 8px 16px 8px;${FONT}font-size:15px;line-height:22px">
			<a href="${link}" style="color:#1d5fa8">Open the report, with its files</a>
		</td>
	</tr>`;
}

function agentsRow(agents: Report['agents'], writer: Writer, plain: Plain): Html {
	return html`<tr>
		<td style="padding:8px">
			<table width="100%" cellpadding="0" cellspacing="0" border="0">
				${headRow()} ${agents.map((agent) => agentRow(agent, writer, plain))}
			</table>
		</td>
	</tr>`;
}

function moreRow(more: number): Html {
	return html`<tr>
		<td style="padding:8px;${FONT}font-size:14px;line-height:20px;color:${SOFT}">
			${more} more ${more === 1 ? 'agent is' : 'agents are'} on the page of the report.
		</td>
	</tr>`;
}

/** Remarks, and the names of the agents that have them. What many have in common is one line. */
function remarksOf(agents: Report['agents'], writer: Writer): Map<string, string[]> {
	const remarks = new Map<string, string[]>();
	for (const agent of agents) {
		for (const text of remarksOn(agent, writer)) remarks.set(text, [...(remarks.get(text) ?? []), nameOf(agent)]);
	}
	return remarks;
}

function remarksRow(remarks: ReadonlyMap<string, string[]>, isNamed: boolean, plain: Plain): Html {
	const style = `padding:16px 8px 0 8px;${FONT}font-size:13px;line-height:19px;color:${SOFT};word-break:break-word`;
	return html`<tr>
		<td style="${style}">
			${[...remarks].map(([text, names]) => html`${isNamed ? whose(names, plain) : ''}${plain(text)}<br />`)}
		</td>
	</tr>`;
}

const MOST_NAMES = 3;

function whose(names: readonly string[], plain: Plain): Html {
	const more = names.length - MOST_NAMES;
	const shown = names.slice(0, MOST_NAMES).map((name) => isolated(plain(name)));
	return html`${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}: `;
}
