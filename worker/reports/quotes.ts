import { html } from 'hono/html';
import type { Report } from './report';
import { FONT, INK, SOFT } from './style';
import { isolated, nameOf, type Plain } from './words';

type Html = ReturnType<typeof html>;

/** Agents whose questions a mail quotes. The file has all. */
export const MOST_QUOTED = 10;

/** What visitors asked of an agent. */
export interface QuotedAgent {
	name: string;
	questions: readonly string[];
}

/** Those with the most unanswered questions first. @param most agents */
export function quotedAgents({ agents, quoted }: Pick<Report, 'agents' | 'quoted'>, most: number): QuotedAgent[] {
	const open = new Map(agents.map(({ agentId, measures }) => [agentId, measures.openQuestions.now ?? 0]));
	const names = new Map(agents.map((agent) => [agent.agentId, nameOf(agent)]));
	return quoted
		.toSorted((one, other) => (open.get(other.agentId) ?? 0) - (open.get(one.agentId) ?? 0))
		.slice(0, most)
		.map(({ agentId, questions }) => ({ name: names.get(agentId) ?? agentId, questions }));
}

/** Quotation marks belong to the language of the report, and the words of visitors have their own direction. */
export function quotation(question: string, plain: Plain): string {
	return `“${isolated(plain(question))}”`;
}

export const QUOTES_TITLE = 'Some of the unanswered questions';

/** @param isNamed whether the report has several agents */
export function quotesRow(quoted: readonly QuotedAgent[], isNamed: boolean, plain: Plain): Html {
	const style = `padding:16px 8px 0 8px;${FONT}font-size:14px;line-height:20px;color:${INK};word-break:break-word`;
	return html`<tr>
		<td style="${style}">
			<span style="font-size:13px;color:${SOFT}">${QUOTES_TITLE}</span><br />
			${quoted.map(
				({ name, questions }) =>
					html`${isNamed ? html`${isolated(plain(name))}:<br />` : ''}${questions.map(
						(each) => html`${quotation(each, plain)}<br />`,
					)}`,
			)}
		</td>
	</tr>`;
}
