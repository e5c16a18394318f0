"""Usage: forecast.py LATITUDE LONGITUDE. Prints the forecast of open-meteo.com for three days as JSON."""
import json
import sys
import urllib.parse
import urllib.request


def main(latitude: float, longitude: float) -> None:
    query = urllib.parse.urlencode({
        "latitude": latitude,
        "longitude": longitude,
        "daily": "temperature_2m_max,temperature_2m_min,precipitation_sum",
        "forecast_days": 3,
        "timezone": "auto",
    })
    with urllib.request.urlopen("https://api.open-meteo.com/v1/forecast?" + query, timeout=20) as answer:
        print(json.dumps(json.load(answer)["daily"], indent=1))


if __name__ == "__main__":
    main(float(sys.argv[1]), float(sys.argv[2]))
