import { agentLines, MOST_SHOWN } from './agent-lines';
import type { Report } from './report';
import { shownMeasures } from './page';
import { isolated, nameOf, onlyAgent, type Plain, remarksOn, sentence, titleOf, Writer } from './words';

/** More agents make a text that nobody reads to its end. */
const MOST_AGENTS = 50;

/**
 * The report as plain text: the other half of each mail.
 * @param plain makes words of others harmless in a mail
 */
export function plainReport(report: Report, link: string, plain: Plain): string {
	const { agents, totals, week } = report;
	const writer = new Writer(week.locale);
	const lines = shownMeasures(report).map((name) => {
		const { label, now, change, before, note } = writer.say(name, totals[name]);
		const compared = change === '' ? '' : ` (${change}, from ${before})`;
		return `${label}: ${now}${compared}${note === '' ? '' : `. ${sentence(note)}`}`;
	});
	const rows = agents.slice(0, MOST_AGENTS).map((agent) => {
		const { leads, conversations, openQuestions } = agent.measures;
		const numbers = [
			`${writer.number('leads', leads.now)} leads`,
			`${writer.number('conversations', conversations.now)} conversations`,
			`${writer.number('openQuestions', openQuestions.now)} unanswered questions`,
		];
		return [
			`- ${isolated(plain(nameOf(agent)))}: ${numbers.join(', ')}`,
			...remarksOn(agent, writer).map((each) => `  ${plain(each)}`),
		];
	});
	const more = agents.length - MOST_AGENTS;
	return [
		plain(titleOf({ ...report, agent: onlyAgent(report) })),
		`Days of ${week.timeZone}, against the week before.`,
		'',
		...lines.map(plain),
		'',
		'Open the report, with its files:',
		link,
		'',
		...rows.flat(),
		...(more > 0 ? [`and ${more} more agents on the page of the report`] : []),
		...linesOf(report, plain),
		'',
	].join('\n');
}

function linesOf(report: Report, plain: Plain): string[] {
	return agentLines(report, MOST_SHOWN, plain).flatMap(({ title, agents }) => [
		'',
		`${title}:`,
		...agents.flatMap(({ name, lines }) => [`- ${name}:`, ...lines.map((each) => `  ${each}`)]),
	]);
}
