import { personOf } from './lead-person';

it.each([
	['Ada@Example.COM ', 'ada@example.com'],
	[' Jose\u0301@Example.com', 'jos\u00e9@example.com'],
	['', null],
	['   ', null],
	[null, null],
	[undefined, null],
	[{ address: 'ada@example.com' }, null],
])('the address %j is %j', (email, address) => {
	expect(personOf({ email }).address).toBe(address);
});

it.each([
	['+49 170 123-4567', '+491701234567'],
	['0049/170/1234567', '+491701234567'],
	['+49 (0)170 1234567', '+491701234567'],
	['＋４９ １７０ １２３４５６７', '+491701234567'],
	['0170 1234567', '01701234567'],
	[1_701_234_567, '1701234567'],
	['n/a', null],
	['110', null],
	['00123', null],
	['0000000000', null],
	['+1111111111', null],
	['1234567', null],
	['0123456789', null],
	['9876543', null],
	['', null],
	[null, null],
])('the telephone number %j is %j', (phone, telephone) => {
	expect(personOf({ phone }).telephone).toBe(telephone);
});
