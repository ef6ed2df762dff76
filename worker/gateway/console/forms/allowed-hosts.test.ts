import { allowedHosts } from './allowed-hosts';

test.each([
	[['n8n.example.com:443', '127.0.0.1:4000'], /^Allowed hosts: n8n\.example\.com:443, 127\.0\.0\.1:4000\. To add one/],
	[['*:443'], /^Allowed hosts: every public host \(\*:443\)\./],
	[[], /^Allowed hosts: none\..*events\.webhookHosts.*restart/],
])('of the hosts %j, the help names each and where to add one', (hosts, words) => {
	expect(allowedHosts(hosts)).toMatch(words);
});
