"""A mail server by aiosmtpd. Arguments: seconds before the greeting, seconds before it confirms a message; -1: never.

Prints its port, then a line of JSON for each message that it got.
"""

import asyncio
import json
import sys
from email import message_from_bytes, policy

from aiosmtpd.smtp import SMTP

GREETS_AFTER, CONFIRMS_AFTER = float(sys.argv[1]), float(sys.argv[2])


class Handler:
    async def handle_DATA(self, server, session, envelope):
        mail = message_from_bytes(envelope.content, policy=policy.default)
        got = {"to": envelope.rcpt_tos, "messageId": mail["message-id"], "subject": mail["subject"], "text": mail.get_content()}
        print(json.dumps(got), flush=True)
        if CONFIRMS_AFTER < 0:
            server.transport.abort()
            return ""
        await asyncio.sleep(CONFIRMS_AFTER)
        return "250 OK"


class Server(SMTP):
    async def _handle_client(self):
        await asyncio.sleep(GREETS_AFTER)
        await super()._handle_client()


async def main():
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(lambda: Server(Handler(), loop=loop, hostname="mail.example"), "127.0.0.1", 0)
    print(listening.sockets[0].getsockname()[1], flush=True)
    await listening.serve_forever()


asyncio.run(main())
