#!/bin/sh
# Usage: forecast.sh LATITUDE LONGITUDE. Prints the forecast of open-meteo.com for three days as JSON.
set -eu
curl --fail --silent --show-error --get "https://api.open-meteo.com/v1/forecast" \
  --data-urlencode "latitude=$1" \
  --data-urlencode "longitude=$2" \
  --data-urlencode "daily=temperature_2m_max,temperature_2m_min,precipitation_sum" \
  --data-urlencode "forecast_days=3" \
  --data-urlencode "timezone=auto"
