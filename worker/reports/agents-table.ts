import { html } from 'hono/html';
import type { AgentSection } from '../../workflows/weekly-report/contract';
import type { MeasureName } from '../../workflows/weekly-report/measures';
import { FONT, INK, LINE, SOFT } from './style';
import { nameOf, type Plain, type Writer } from './words';

type Html = ReturnType<typeof html>;

/** So many as a phone has room for, and their heads. The files have all. */
const COLUMNS: ReadonlyArray<readonly [MeasureName, string]> = [
	['leads', 'Leads'],
	['conversations', 'Conv.'],
	['openQuestions', 'Unanswered'],
	['failedSources', 'Failed sources'],
];

const CELL = `${FONT}padding:6px 4px;border-bottom:1px solid ${LINE};`;

export function headRow(): Html {
	const head = `${CELL}font-size:12px;line-height:16px;color:${SOFT};font-weight:normal`;
	return html`<tr>
		<th align="left" valign="bottom" style="${head}">Agent</th>
		${COLUMNS.map(([, label]) => html`<th align="right" valign="bottom" style="${head}">${label}</th>`)}
	</tr>`;
}

/** An agent's numbers of the week, each with that of the week before in small print. */
export function agentRow(agent: AgentSection, writer: Writer, plain: Plain): Html {
	const { measures } = agent;
	const cell = (name: MeasureName) => {
		const { now, before } = measures[name];
		const was =
			before === null
				? ''
				: html`<br /><span style="font-size:12px;color:${SOFT}">${writer.number(name, before)}</span>`;
		return html`<td align="right" valign="top" style="${CELL}font-size:14px;line-height:18px;color:${INK}">
			${writer.number(name, now)}${was}
		</td>`;
	};
	return html`<tr>
		<td valign="top" style="${CELL}font-size:14px;line-height:18px;color:${INK};word-break:break-word">
			${plain(nameOf(agent))}
		</td>
		${COLUMNS.map(([name]) => cell(name))}
	</tr>`;
}
