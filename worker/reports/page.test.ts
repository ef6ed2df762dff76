import { parse } from 'csv-parse/sync';
import { load } from 'cheerio';
import { csvOf } from './csv';
import { MAIL_BYTES, reportPage } from './page';
import { plainReport } from './plain-report';
import { FAILED_SOURCES, oddAgents, QUOTED, someAgent, someReport } from './testing/some-report';
import { measuresInWords, Writer } from './words';

const LINK = 'https://gateway.example/tasks#task=weekly-report~1';

/**
 * What Outlook for Windows shows, which renders with Word, and Gmail keeps (caniemail.com, 2026-11). `max-width` works
 * with the comment for Outlook around it.
 */
const SAFE_STYLES = [
	...['background-color', 'border-bottom', 'color', 'font-family', 'font-size', 'font-weight', 'height', 'line-height'],
	...['margin', 'max-width', 'padding', 'padding-top', 'text-align', 'word-break'],
];
const SAFE_ELEMENTS = [
	...['html', 'head', 'meta', 'title', 'body', 'table', 'tbody', 'tr', 'td', 'th', 'a', 'br', 'span'],
];

const plain = (text: string) => text;
const pageOf = (agents = oddAgents()) =>
	reportPage(someReport(agents, { quoted: QUOTED, failedSources: FAILED_SOURCES }), {
		plain,
		link: LINK,
		most: MAIL_BYTES,
	});

describe('a report as a page', () => {
	it('has only elements and styles that mail programs show', () => {
		const page = load(pageOf());
		const elements = new Set(
			page('*')
				.get()
				.flatMap((element) => ('name' in element ? [element.name] : [])),
		);
		expect([...elements].filter((name) => !SAFE_ELEMENTS.includes(name))).toEqual([]);
		const styles = page('[style]')
			.get()
			.flatMap((element) => (page(element).attr('style') ?? '').split(';'));
		const names = new Set(styles.filter((each) => each.trim() !== '').map((each) => each.split(':')[0]?.trim() ?? ''));
		expect([...names].filter((name) => !SAFE_STYLES.includes(name))).toEqual([]);
		expect(page('[src], [background], [onclick], [class]').length).toBe(0);
		expect(
			page('a')
				.map((_, element) => page(element).attr('href'))
				.get(),
		).toEqual([LINK]);
	});

	it('escapes every word of others', () => {
		const evil = '<img src=x onerror=alert(1)>"&';
		const page = load(pageOf([someAgent('a', evil), someAgent(evil, null, { unrecognised: [evil] })]));
		expect(page('img').length).toBe(0);
		expect(page('td').text()).toContain(evil);
	});

	it('shows a measure with its change, and a missing one with the reason, never as 0', () => {
		const text = load(pageOf())('body').text().replaceAll(/\s+/g, ' ');
		expect(text).toContain('Leads 36 +9');
		expect(text).toContain('+9 (+33%), from 27');
		expect(text).toContain('No report of the week before to compare with');
		expect(text).toContain(
			'\u2068agent_3\u2069: Unanswered questions: not in the plan of the account: Unanswered questions come with the plan Pro.',
		);
		expect(text).toContain('Not recognised in the replies: cod metrics: basket.');
		expect(text).toMatch(/16\s?–\s?22 Nov 2026 \(Europe\/Berlin\)/);
	});

	it('names sources that failed, with their reasons, also as plain text', () => {
		const lines = [
			'\u2068https://shop.example/guides/winter-storage\u2069: \u2068The page answered 404.\u2069',
			'\u2068Prices.xlsx\u2069',
			'\u2068سياسة الإرجاع\u2069: \u2068The file is encrypted.\u2069',
		];
		const report = someReport(oddAgents(), { failedSources: FAILED_SOURCES });
		const [text, words] = [load(pageOf())('body').text(), plainReport(report, LINK, plain)];
		for (const each of ['Some of the failed sources', ...lines]) {
			expect(text).toContain(each);
			expect(words).toContain(each);
		}
		expect(plainReport(someReport(oddAgents()), LINK, plain)).not.toContain('Some of the failed');
		const many = Array.from({ length: 60 }, (_, index) => someAgent(`agent_${index}`, null));
		expect(plainReport(someReport(many, { failedSources: FAILED_SOURCES }), LINK, plain)).toMatch(
			/and 10 more agents[\s\S]*Some of the failed/,
		);
	});

	it('is no larger than Gmail shows, and says how many agents it lacks', () => {
		const agents = Array.from({ length: 300 }, (_, index) => someAgent(`agent_${index}`, `Agent ${index} `.repeat(6)));
		const mail = pageOf(agents);
		expect(Buffer.byteLength(mail)).toBeLessThanOrEqual(MAIL_BYTES);
		const rowsOf = (page: string) => [...page.matchAll(/^Agent \d+ Agent/gm)].length;
		const shown = rowsOf(mail);
		expect(shown).toBeGreaterThan(50);
		expect(mail).toContain(`${300 - shown} more agents are on the page`);
		expect(rowsOf(reportPage(someReport(agents), { plain }))).toBe(300);
	});

	it('says once what many agents have in common', () => {
		const agents = [1, 2, 3, 4, 5].map((each) => someAgent(`agent_${each}`, null, { unrecognised: ['basket'] }));
		const text = load(pageOf([...agents, someAgent('agent_6', null)]))('body')
			.text()
			.replaceAll(/\s+/g, ' ');
		expect(text).toContain(
			'\u2068agent_1\u2069, \u2068agent_2\u2069, \u2068agent_3\u2069 and 2 more: Not recognised in the replies: basket.',
		);
		expect(text.match(/Not recognised/g)).toHaveLength(1);
	});

	it('leaves out cash on delivery where nobody has it', () => {
		const report = someReport([]);
		const { codConfirmed, codRate } = report.totals;
		Object.assign(codConfirmed, { now: null });
		Object.assign(codRate, { now: null });
		expect(reportPage(report, { plain })).not.toContain('Cash on delivery');
	});
});

describe('numbers in the locale of the report', () => {
	it('are written as its readers write them', () => {
		const writer = new Writer('de');
		expect(writer.number('conversations', 1_231)).toBe('1.231');
		expect(writer.number('codRate', 0.775)).toBe('77,5\u00a0%');
		expect(writer.say('leads', { now: 5, before: 0, note: null }).change).toBe('+5');
		expect(writer.say('codRate', { now: 0.5, before: 0.6, note: null }).change).toBe('-10 points');
		expect(writer.say('codRate', { now: 0.777, before: 0.775, note: null }).change).toBe('+0,2 points');
		expect(writer.say('codRate', { now: 0.5, before: 0.5, note: null }).change).toBe('no change');
	});

	it('are one line each in a message', () => {
		expect(
			measuresInWords(
				{
					agents: 40,
					measures: [
						{ name: 'leads', now: 12, before: 9 },
						{ name: 'conversations', now: 3, before: null, lacking: 20 },
						{ name: 'new', now: 1, before: null },
					],
				},
				'en',
			),
		).toEqual([
			'Leads: 12 (+3 (+33%), from 9)',
			'Conversations: 3. Agents whose number could not be read: 20 of 40',
			'new: 1',
		]);
	});
});

it('a report as plain text has the same numbers, and one link', () => {
	const text = plainReport(someReport(oddAgents()), LINK, (each) => each);
	expect(text).toContain('Leads: 36 (+9 (+33%), from 27)');
	expect(text).toContain('- \u2068agent_3\u2069: 12 leads, – conversations, – unanswered questions');
	expect(text.match(/https?:/g)).toEqual(['https:']);
});

it('a report as CSV has a row for each agent and measure, and makes formulas harmless', () => {
	const rows: Array<Record<string, string>> = parse(csvOf(someReport([someAgent('a', '=1+1')])), { columns: true });
	expect(rows).toHaveLength(18);
	expect(rows[0]).toMatchObject({ agentId: 'a', measure: 'leads', week: '12', weekBefore: '9', reason: '' });
	expect(rows[0]?.['agent']).not.toMatch(/^=/);
	expect(rows.find(({ agentId, measure }) => agentId === '' && measure === 'failedSources')).toMatchObject({
		week: '3',
		weekBefore: '',
		reason: 'no_week_before',
	});
});
