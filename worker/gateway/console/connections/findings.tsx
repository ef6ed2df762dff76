import { wordOf } from '../words/words';
import type { Finding } from '../api/types';
import { type Look, Pill } from '../parts/pill';
import { READ_SCOPES } from './scopes';

const LOOKS: Readonly<Record<Finding['status'], { look: Look; text: string }>> = {
	ok: { look: 'good', text: 'OK' },
	warn: { look: 'attention', text: 'Look' },
	fail: { look: 'bad', text: 'Problem' },
};

/** What a check of a connection found, and what to do. @param name of the connection, which each finding repeats */
export function Findings({ name, checks }: { name: string; checks: Finding[] }) {
	return (
		<>
			<h3>What the check found</h3>
			<ul class="findings">
				{checks.map((finding) => (
					<li key={finding.name}>
						<Pill look={LOOKS[finding.status].look}>{LOOKS[finding.status].text}</Pill>
						<div>
							<strong>{topicOf(finding.name, name)}</strong>
							<p>{finding.detail}</p>
							{finding.todo !== null && <p class="soft">{finding.todo}</p>}
						</div>
					</li>
				))}
			</ul>
			<p class="soft">A check writes nothing, so whether the key may write shows only when a task writes.</p>
		</>
	);
}

/** `connection main limit` is about the limit. */
function topicOf(finding: string, connection: string): string {
	const topic = finding.replace(`connection ${connection}`, '').trim();
	return wordOf(TOPICS, topic) ?? wordOf(READ_SCOPES, topic) ?? topic;
}

const TOPICS: Readonly<Record<string, string>> = { '': 'Key', limit: 'Limit', clock: 'Clock' };
