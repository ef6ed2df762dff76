import { type Lead, leadConversation } from '../../../../api';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { newLead, pageOf, personWith } from './lead';
import { postgresqlOf } from './postgresql-of';

// A person is erased who is named in the conversations of other people.

const ANA = 'ana@client.example';
const cluster = useCluster();
const person = personWith(ANA);

/** A lead that brings its conversation. */
const leadWith = (form: 'text' | 'json', content: string, more: Partial<Lead> = {}): Lead =>
	newLead({ ...more, conversation: leadConversation({ messages: [{ role: 'visitor', content }] }, form, 10_000) });

it.each(['text', 'json'] as const)('loses the conversations of others that name the person (%s)', async (form) => {
	const url = await cluster().database(`own_${form}`);
	const destination = postgresqlOf({ url, conversation: form });
	await destination.check();
	const leads = [
		leadWith(form, 'Mine', { email: ANA, conversationId: 'c1' }),
		leadWith(form, `Write to\n${ANA.toUpperCase()}, please`, { conversationId: 'c1' }),
		leadWith(form, `Write to jo${ANA}`),
		newLead(),
	];
	await destination.writePage(pageOf(leads));
	expect(await destination.countPerson(person)).toBe(2);
	await destination.erasePerson(person);
	await destination.erasePerson(person);
	expect(await destination.countPerson(person)).toBe(0);
	const rows = await query(
		url,
		'SELECT lead_id::int, conversation IS NULL AS empty, conversation_missing AS missing FROM leads ORDER BY lead_id',
	);
	expect(rows).toEqual([
		{ lead_id: leads[1]?.id, empty: true, missing: 'erased' },
		{ lead_id: leads[2]?.id, empty: false, missing: null },
		{ lead_id: leads[3]?.id, empty: true, missing: null },
	]);
	await destination.close();
	// The setting has gone since, and the column is still there.
	const later = postgresqlOf({ url });
	expect(await later.countPerson(personWith(`jo${ANA}`))).toBe(1);
	await later.close();
});

it('says which conversations PostgreSQL does not let go, and deletes the rows of the person', async () => {
	const url = await cluster().database('mapped');
	await query(
		url,
		'CREATE TABLE people (source text, nr bigint, mail text, story text NOT NULL, PRIMARY KEY (source, nr))',
	);
	const columns = { source: 'connection', nr: 'id', mail: 'email', story: 'conversation.text' };
	const destination = postgresqlOf({ url, table: 'people', columns });
	await destination.check();
	const leads = [leadWith('text', 'Mine', { email: ANA }), leadWith('text', `It is ${ANA}`)];
	const many = Array.from({ length: 45 }, () => leadWith('text', `Not jo${ANA}`));
	await destination.writePage(pageOf([...many, ...leads]));
	expect(await destination.countPerson(person)).toBe(2);
	await expect(destination.erasePerson(person)).rejects.toThrow(
		/^The conversations of 1 other leads in "public"\."people" name the person and could not be emptied: .*story.* Then erase again\.$/,
	);
	expect(await query(url, 'SELECT nr FROM people WHERE mail = $1', [ANA])).toEqual([]);
	await query(url, 'ALTER TABLE people ALTER story DROP NOT NULL');
	await destination.erasePerson(person);
	expect(await destination.countPerson(person)).toBe(0);
	await destination.close();
});
