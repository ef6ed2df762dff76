import fc from 'fast-check';
import { type Lead, personOf } from '../../../api';
import { groupOf, type LeadGroup } from './chunk';
import { onePerPerson } from './one-per-person';

const person = fc.record({
	email: fc.constantFrom('', ' ', 'ana@client.example', 'ANA@client.example', 'ben@client.example'),
	phone: fc.constantFrom(null, '', '+49 170 1234567', '0049-170-1234567', '0170 1234567', 'n/a'),
	day: fc.integer({ min: 1, max: 28 }),
});
const leadOf = ({ email, phone, day }: { email: string; phone: string | null; day: number }, index: number): Lead => ({
	id: index + 1,
	agentId: `agent ${index % 2}`,
	conversationId: 'c',
	name: 'Ada',
	email,
	phone,
	city: '',
	country: '',
	countryCode: '',
	fields: {},
	capturedAt: new Date(Date.UTC(2026, 1, day)).toISOString(),
});

// eslint-disable-next-line @typescript-eslint/require-await -- a file is read asynchronously
async function* groupsOf(leads: readonly Lead[]): AsyncGenerator<LeadGroup> {
	for (let start = 0; start < leads.length; start += 3) yield groupOf(leads.slice(start, start + 3));
}

/** As the words of the option say, by comparing each lead with each. */
function isExpected(lead: Lead, leads: readonly Lead[]): boolean {
	const { address, telephone } = personOf(lead);
	const newer = (others: readonly Lead[]) =>
		others.find((other) => others.every((each) => Date.parse(each.capturedAt) <= Date.parse(other.capturedAt))) ===
		lead;
	if (address !== null) return newer(leads.filter((each) => personOf(each).address === address));
	if (telephone === null) return true;
	const same = leads.filter((each) => personOf(each).telephone === telephone);
	return same.every((each) => personOf(each).address === null) && newer(same);
}

it('takes the newest lead of each person, whatever the order', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(person, { maxLength: 12 }), async (persons) => {
			const leads = persons.map(leadOf);
			const taken = await onePerPerson(groupsOf(leads));
			const kept = leads.filter(({ agentId, id }) => taken.has(agentId, id));
			expect(kept).toEqual(leads.filter((lead) => isExpected(lead, leads)));
			expect(taken.count).toBe(kept.length);
		}),
	);
});

it('takes the same leads though an erasure removes others while they are read again', async () => {
	const persons = [1, 2, 3, 4].map((day) => ({ email: `p${day}@client.example`, phone: null, day }));
	const leads = persons.map(leadOf);
	const taken = await onePerPerson(groupsOf(leads));
	const left = leads.slice(1);
	expect(left.filter(({ agentId, id }) => taken.has(agentId, id))).toEqual(left);
	expect(taken.has('agent 9', 1)).toBe(false);
});
