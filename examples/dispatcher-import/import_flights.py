"""Creates flights out of a CSV file, each once: python3 import_flights.py <file>"""
import csv
import http.client
import json
import os
import sys
import urllib.parse

SERVICE = urllib.parse.urlsplit(os.environ.get("AIRSIDE_SERVICE", "http://localhost:8080"))
OPERATOR = os.environ.get("AIRSIDE_OPERATOR", "alpine")
KEY = os.environ.get("AIRSIDE_API_KEY", "")
# The key tells the environment, and the environment is part of the address.
SANDBOX = "sandbox." if KEY.startswith("air_test_") else ""
ADDRESS = f"{OPERATOR}.{SANDBOX}{SERVICE.netloc}"
SYSTEM = "dispatcher-import"


def post(path, body, headers):
    """One request. *.localhost is not resolved by Python: connect to this machine and name the address."""
    local = SERVICE.hostname == "localhost"
    kind = http.client.HTTPSConnection if SERVICE.scheme == "https" else http.client.HTTPConnection
    connection = kind("127.0.0.1" if local else ADDRESS.split(":")[0], SERVICE.port, timeout=30)
    try:
        connection.request("POST", path, body, {"Host": ADDRESS, **headers})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.getheader("X-Request-Id")
    finally:
        connection.close()


def access_token():
    form = urllib.parse.urlencode({"refresh_token": KEY})
    status, text, request = post("/access_token/refresh/", form, {"Content-Type": "application/x-www-form-urlencoded"})
    if status != 200:
        sys.exit(f"No token: {status} {text} (request {request})")
    return text


class Airside:
    def __init__(self):
        self.token = access_token()

    def ask(self, query, variables):
        body = json.dumps({"query": query, "variables": variables})
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        status, text, request = post("/api/graphql/", body, headers)
        answer = json.loads(text)
        if status != 200 or answer.get("errors"):
            sys.exit(f"{status} {answer.get('errors')} (request {request})")
        return answer["data"]


AIRCRAFT = "query($registration: String!) { aircraftList(filter: { registration: $registration }) { nodeList { aircraftId } } }"
CREATE = """mutation($input: FlightCreateInput!, $key: String!) {
  flightCreate(input: $input, idempotencyKey: $key) {
    flight { flightNo }
    userErrorList { code message }
    warningList { message }
  }
}"""


def import_line(airside, line):
    found = airside.ask(AIRCRAFT, {"registration": line["registration"]})["aircraftList"]["nodeList"]
    if not found:
        return f"no aircraft {line['registration']}"
    given = {name: line[name] for name in ("adep", "ades", "offBlock")}
    identity = {"system": SYSTEM, "value": line["id"]}
    given.update(aircraftId=found[0]["aircraftId"], kind="CHARTER", externalIdList=[identity])
    payload = airside.ask(CREATE, {"input": given, "key": f"{SYSTEM}-{line['id']}"})["flightCreate"]
    if payload["userErrorList"]:
        return "; ".join(f"{error['code']}: {error['message']}" for error in payload["userErrorList"])
    return f"{payload['flight']['flightNo']} is planned"


def main():
    if len(sys.argv) != 2 or not KEY:
        sys.exit("Set AIRSIDE_API_KEY, then: python3 import_flights.py <file>")
    airside = Airside()
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file):
            print(f"{line['id']}: {import_line(airside, line)}")


main()
