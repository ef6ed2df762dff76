import { html } from 'hono/html';
import type { Report } from './report';
import { FONT, INK, SOFT } from './style';
import { isolated, nameOf, type Plain } from './words';

type Html = ReturnType<typeof html>;

/** Agents of which a mail shows lines. The file has all. */
export const MOST_SHOWN = 10;

/** Words of others, a few lines under the name of each agent. */
export interface AgentLines {
	title: string;
	/** Harmless already, and each in a direction of its own. */
	agents: Array<{ name: string; lines: string[] }>;
}

/**
 * What visitors asked, and which sources failed; without those that have nothing.
 * @param most agents of each, those with the largest number first
 */
export function agentLines(report: Report, most: number, plain: Plain): AgentLines[] {
	const byId = new Map(report.agents.map((agent) => [agent.agentId, agent]));
	const shown = <Of extends { agentId: string }>(
		all: readonly Of[],
		measure: 'openQuestions' | 'failedSources',
		linesOf: (of: Of) => string[],
	) => {
		const numberOf = ({ agentId }: Of) => byId.get(agentId)?.measures[measure].now ?? 0;
		return all
			.toSorted((one, other) => numberOf(other) - numberOf(one))
			.slice(0, most)
			.map((of) => {
				const { agentId } = of;
				return { name: isolated(plain(nameOf(byId.get(agentId) ?? { agentId, name: null }))), lines: linesOf(of) };
			});
	};
	// The marks belong to the language of the report, and the words of others have their own direction.
	const quotation = (text: string) => `“${isolated(plain(text))}”`;
	const sourceLine = ({ name, reason }: Report['failedSources'][number]['sources'][number]) =>
		`${isolated(plain(name))}${reason === null ? '' : `: ${isolated(plain(reason))}`}`;
	const questions = shown(report.quoted, 'openQuestions', (of) => of.questions.map(quotation));
	const sources = shown(report.failedSources, 'failedSources', (of) => of.sources.map(sourceLine));
	return [
		{ title: 'Some of the unanswered questions', agents: questions },
		{ title: 'Some of the failed sources', agents: sources },
	].filter(({ agents }) => agents.length > 0);
}

/** @param isNamed whether the report has several agents */
export function linesRow({ title, agents }: AgentLines, isNamed: boolean): Html {
	const style = `padding:16px 8px 0 8px;${FONT}font-size:14px;line-height:20px;color:${INK};word-break:break-word`;
	return html`<tr>
		<td style="${style}">
			<span style="font-size:13px;color:${SOFT}">${title}</span><br />
			${agents.map(
				({ name, lines }) => html`${isNamed ? html`${name}:<br />` : ''}${lines.map((each) => html`${each}<br />`)}`,
			)}
		</td>
	</tr>`;
}
