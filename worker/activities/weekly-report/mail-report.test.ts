import { load } from 'cheerio';
import { reportPage } from '../../reports/page';
import type { Report } from '../../reports/report';
import { oddAgents, someAgent, someReport } from '../../reports/testing/some-report';
import { mailLine } from '../../webhooks/notices/plain-text';
import { mailOf } from './mail-report';

const LINK = 'https://gateway.example/tasks#task=weekly-report~1';

/** As a file. */
const pageOf = (report: Report) => reportPage(report, { plain: mailLine });

describe('the mail of a report', () => {
	it('names the agent if there is one, and else how many there are', () => {
		const names = (agents: ReturnType<typeof oddAgents>) => {
			const report = someReport(agents);
			const { subject, text } = mailOf(report, LINK);
			return [subject, text.split('\n')[0], load(pageOf(report))('title').text()];
		};
		const title = /^Weekly report: acme, 16\s?–\s?22 Nov 2026/;
		for (const each of names([someAgent('a', 'Shop in Kiel')])) expect(each).toMatch(/ 2026, Shop in Kiel$/);
		for (const each of names(oddAgents())) expect(each).toMatch(new RegExp(`${title.source}$`));
		expect(load(pageOf(someReport([someAgent('a', 'Shop in Kiel')])))('body').text()).toContain('Shop in Kiel');
		expect(load(pageOf(someReport(oddAgents())))('body').text()).toContain('3 agents');
	});

	it('quotes visitors of ten agents at most in a mail, and of all in the file', () => {
		const agents = Array.from({ length: 12 }, (_, index) => someAgent(`agent_${index}`, `Agent ${index}`));
		const quoted = agents.map(({ agentId }) => ({ agentId, questions: [`<b>Who</b> is ${agentId}? See a.example`] }));
		const report = someReport(agents, { quoted });
		const asked = (text: string) => [...text.matchAll(/Who<?\/?b?>? is|Who&lt;\/b&gt; is/g)].length;
		const { html: mail, text } = mailOf(report, LINK);
		expect([asked(mail ?? ''), asked(text), asked(pageOf(report))]).toEqual([10, 10, 12]);
		expect(mail).not.toMatch(/<b>|a\.example/);
		expect(mailOf(someReport(agents), LINK).html).not.toContain('Some of the unanswered');
	});

	it('makes no link of what others wrote', () => {
		const agents = [someAgent('a', 'evil.example/login'), someAgent('https://b.example', null)];
		const page = mailOf(someReport(agents), LINK).html;
		expect(page).not.toContain('evil.example');
		expect(page).not.toContain('https://b');
	});
});
