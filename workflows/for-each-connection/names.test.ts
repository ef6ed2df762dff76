import { nextTime } from './rows';

test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'main'])(
	'a connection named %s leaves once, then twice',
	(name) => {
		const left: Record<string, number> = {};
		expect(nextTime({ left }, name)).toBe(1);
		left[name] = 1;
		expect(nextTime({ left }, name)).toBe(2);
	},
);
